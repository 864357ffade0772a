# The same in the words of the shell: each is a script of its own, for a shell
# ends at many a refusal.
read beside: read word < @BESIDE@/canary && echo "$word"
read home: read word < @HOME@/canary && echo "$word"
read temporary: read word < @TEMP@ && echo "$word"
read link out: read word < @MINE@/link && echo "$word"
source a file: . @HOME@/canary
list home: set -- @HOME@/can*; [ "$1" != '@HOME@/can*' ]
list processes: set -- /proc/[0-9]*; [ "$1" != '/proc/[0-9]*' ]
read parent cmdline: read word < /proc/@PARENT@/cmdline && echo "$word"
see secret variable: [ -n "$@VARIABLE@" ]
write temporary: : > @TEMP@.new
append: echo x >> @BESIDE@/canary
run a program: @MARKER@
become a program: exec @MARKER@
substitution: word=$(@MARKER@)
background: : &
signal parent: kill -0 @PARENT@
