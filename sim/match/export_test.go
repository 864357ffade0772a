package match

var MaxUnderWay = maxUnderWay
