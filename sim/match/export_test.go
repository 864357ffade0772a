package match

var MaxConcurrent = maxConcurrent
