package harrypotter

import "game-tui/ai/numbers"

const (
	nReach = iota
	nFar
	nPull
	nBook
	nEarly
	nFade
	nRace
	nCell
	nAlly
	nSavers
	nEnemy
	nCrowd
	nGain
	nUnsaved
	nBlock
	nHelp
	nCrush
	nLoss
	nLeft
	nTail
	nAhead
	nBeside
	nTwo
	nThree
	nStepBook
	nStepFree
	nStepTaken
	nGhostBook
	nGhostFoe
	nWindow
	numNumbers
)

// dumbledoreNumbers were tuned by play. Values are in the same unit: a book is worth 100.
var dumbledoreNumbers = [numNumbers]numbers.Number{
	nReach:     {Name: "reach", Value: 20, Low: 4, High: 30, Means: "steps that a wizard looks ahead"},
	nFar:       {Name: "far", Value: 0.7, Low: 0.3, High: 2, Means: "power of a target's distance by which its worth is divided"},
	nPull:      {Name: "pull", Value: 1, Low: 0, High: 5, Means: "weight of the target when a step is chosen"},
	nBook:      {Name: "book", Value: 100, Low: 0, High: 500, Means: "points for a book"},
	nEarly:     {Name: "early", Value: 1.2, Low: 0, High: 4, Means: "share of these that a book is worth more at the start, and ever less until the end"},
	nFade:      {Name: "fade", Value: 20, Low: 1, High: 100, Means: "rounds before the end from which books lose their worth"},
	nRace:      {Name: "race", Value: 0.5, Low: 0, High: 1, Means: "share of the points that is left for a book that an enemy is nearer to"},
	nCell:      {Name: "cell", Value: 10, Low: 0, High: 100, Means: "points for the nearest cell that is not ours"},
	nAlly:      {Name: "ally", Value: 1000, Low: 0, High: 4000, Means: "points for freeing an ally"},
	nSavers:    {Name: "savers", Value: 2, Low: 1, High: 4, Means: "wizards that go to one ally in need"},
	nEnemy:     {Name: "enemy", Value: 5.5, Low: 0, High: 30, Means: "weight of a fight as a target"},
	nCrowd:     {Name: "crowd", Value: 2, Low: 1, High: 5, Means: "wizards that go for one enemy"},
	nGain:      {Name: "gain", Value: 200, Low: 0, High: 600, Means: "points for a blow that begins to convert an enemy without mates near"},
	nUnsaved:   {Name: "unsaved", Value: 0.4, Low: 0, High: 1, Means: "chance that one mate of it does not come in time"},
	nBlock:     {Name: "block", Value: 1, Low: 0, High: 4, Means: "weight of the help that an enemy could give to one whom we are converting"},
	nHelp:      {Name: "help", Value: 3, Low: 0, High: 50, Means: "points more for an enemy for each other wizard of ours near it"},
	nCrush:     {Name: "crush", Value: 300, Low: 0, High: 1000, Means: "points for an enemy whom a blow converts at once"},
	nLoss:      {Name: "loss", Value: 200, Low: 0, High: 600, Means: "points that the loss of a wizard costs without allies near"},
	nLeft:      {Name: "left", Value: 0.4, Low: 0, High: 1, Means: "chance that one ally of it does not come in time"},
	nTail:      {Name: "tail", Value: 0.4, Low: 0, High: 1, Means: "share of a loss that counts when the winner is 2000 points behind the best of the others"},
	nAhead:     {Name: "ahead", Value: 0.58, Low: 0, High: 1, Means: "chance that we strike first when both sides may"},
	nBeside:    {Name: "beside", Value: 0.33, Low: 0, High: 2, Means: "weight of a fight with an enemy beside the cell of a step"},
	nTwo:       {Name: "two", Value: 0.25, Low: 0, High: 2, Means: "the same with an enemy two steps away"},
	nThree:     {Name: "three", Value: 0.12, Low: 0, High: 2, Means: "the same with an enemy three steps away"},
	nStepBook:  {Name: "stepbook", Value: 10, Low: 0, High: 100, Means: "points for a step onto a book on the way"},
	nStepFree:  {Name: "stepfree", Value: 2, Low: 0, High: 20, Means: "points for a step onto a cell of nobody"},
	nStepTaken: {Name: "steptaken", Value: 3, Low: 0, High: 20, Means: "points for a step onto a cell of another clan"},
	nGhostBook: {Name: "ghostbook", Value: 100, Low: 0, High: 500, Means: "points of a book for the ghost"},
	nGhostFoe:  {Name: "ghostfoe", Value: 3, Low: 0, High: 50, Means: "points for each step between the ghost and the nearest enemy, up to 6"},
	nWindow:    {Name: "window", Value: 6, Low: 1, High: 60, Means: "rounds before the last one for a spell in which one is tried"},
}

// Champion is Dumbledore. It attacks enemies that no mate can save, keeps its own wizards close to
// each other, and reads the most books.
var Champion = numbers.Player{Name: "Dumbledore", Numbers: dumbledoreNumbers[:], New: newDumbledore}
