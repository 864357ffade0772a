package match

var MaxUnderWay = maxConcurrent
