package match

var MaxConcurrent = maxWorkers
