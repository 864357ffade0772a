package moneyheist

import "game-tui/ai/numbers"

// Indices into berlinNumbers.
const (
	killWorth = iota
	soldierIncome
	joinChance
	lossFactor
	combatScale
	cautionScale
	lateChance
	winChance
	exposure
	crowd
	besideUnarmed
	ambush
	trustFrom
	trustTo
	firstTrust
	meetLoss
	stayLoss
	stayWeight
	anyWeight
	itemWeight
	firstWeight
	huntWeight
	huntReach
	poisonWorth
	poisonNeed
	healthWorth
	cluster
	clusterReach
	rivalNearer
	rivalEqual
	hitWorth
	hitReach
	profHit
	profStep
	stayHit
	danger1
	danger2
	danger3
	healFrom
	healWorth
	numberCount
)

var berlinNumbers = [numberCount]numbers.Number{
	killWorth:     {Name: "kill-worth", Value: 10, Low: 0, High: 40, Means: "what the killing of a soldier is worth besides the soldier that may join us, in points"},
	soldierIncome: {Name: "soldier-income", Value: 0.15, Low: 0, High: 1, Means: "what a soldier earns, in points a round"},
	joinChance:    {Name: "join-chance", Value: 0.7, Low: 0, High: 1, Means: "share of those we kill who join us"},
	lossFactor:    {Name: "loss-factor", Value: 1.08, Low: 0, High: 3, Means: "what one of us is worth, as a multiple of what it still earns"},
	combatScale:   {Name: "combat-scale", Value: 0.4, Low: 0, High: 4, Means: "how much fights count against ways to targets, for the armed"},
	cautionScale:  {Name: "caution-scale", Value: 1, Low: 0, High: 4, Means: "how much danger counts against ways to targets, for the unarmed"},
	lateChance:    {Name: "late-chance", Value: 0.75, Low: 0, High: 1, Means: "chance that our order comes after that of an enemy who wants the same cell"},
	winChance:     {Name: "win-chance", Value: 0.45, Low: 0, High: 1, Means: "chance to strike first when two armed soldiers stand beside each other"},
	exposure:      {Name: "exposure", Value: 0.7, Low: 0, High: 1, Means: "share of armed enemies beside us who strike in the next round"},
	crowd:         {Name: "crowd", Value: 1.5, Low: 0, High: 4, Means: "how many enemies beside us count at most"},
	besideUnarmed: {Name: "beside-unarmed", Value: 0.3, Low: 0, High: 1, Means: "kills to be had of an unarmed enemy beside us"},
	ambush:        {Name: "ambush", Value: 0.4, Low: 0, High: 1, Means: "kills to be had of an enemy who steps beside us in the round after this one"},
	trustFrom:     {Name: "trust-from", Value: 0.85, Low: 0, High: 1, Means: "share of right guesses up to which we do not wait for an enemy"},
	trustTo:       {Name: "trust-to", Value: 0.95, Low: 0, High: 1, Means: "share of right guesses from which we wait as much as for anybody"},
	firstTrust:    {Name: "first-trust", Value: 0.2, Low: 0, High: 1, Means: "how much we wait as long as nothing is known, as a share"},
	meetLoss:      {Name: "meet-loss", Value: 0.8, Low: 0, High: 1, Means: "chance that an unarmed soldier is killed where an armed enemy comes too"},
	stayLoss:      {Name: "stay-loss", Value: 0.55, Low: 0, High: 1, Means: "by how much it raises that chance to stay beside an armed enemy"},
	stayWeight:    {Name: "stay-weight", Value: 0.5, Low: 0, High: 10, Means: "weight of an enemy's staying where it is"},
	anyWeight:     {Name: "any-weight", Value: 0.5, Low: 0, High: 10, Means: "weight of each step that it can make"},
	itemWeight:    {Name: "item-weight", Value: 2, Low: 0, High: 20, Means: "more weight of a step to the nearest item"},
	firstWeight:   {Name: "first-weight", Value: 4, Low: 0, High: 20, Means: "more weight of the first of these steps, up, down, left, right"},
	huntWeight:    {Name: "hunt-weight", Value: 4, Low: 0, High: 20, Means: "more weight of a step of an armed enemy towards one of us"},
	huntReach:     {Name: "hunt-reach", Value: 3, Low: 0, High: 8, Means: "from how far it comes for us, in steps"},
	poisonWorth:   {Name: "poison-worth", Value: 8, Low: 0, High: 60, Means: "worth of a poison kit, in points"},
	poisonNeed:    {Name: "poison-need", Value: 15, Low: 0, High: 60, Means: "more worth of a poison kit when all of us are unarmed, in points"},
	healthWorth:   {Name: "health-worth", Value: 2, Low: 0, High: 30, Means: "worth of a health kit, in points"},
	cluster:       {Name: "cluster", Value: 1.5, Low: 0, High: 6, Means: "how much the items near an item count, by their worth a step"},
	clusterReach:  {Name: "cluster-reach", Value: 8, Low: 1, High: 20, Means: "how far from an item others are near it, in steps"},
	rivalNearer:   {Name: "rival-nearer", Value: 0.25, Low: 0, High: 1, Means: "what counts of an item to which an enemy is nearer"},
	rivalEqual:    {Name: "rival-equal", Value: 0.5, Low: 0, High: 1, Means: "what counts of an item to which an enemy is as near"},
	hitWorth:      {Name: "hit-worth", Value: 20, Low: 0, High: 200, Means: "worth of a blow against a professor, in points"},
	hitReach:      {Name: "hit-reach", Value: 7, Low: 0, High: 30, Means: "from how far a soldier goes for a professor, in steps"},
	profHit:       {Name: "prof-hit", Value: 100, Low: 0, High: 400, Means: "cost of a blow against our professor, in points"},
	profStep:      {Name: "prof-step", Value: 15, Low: 0, High: 60, Means: "worth of a step on its way to a safe, in points"},
	stayHit:       {Name: "stay-hit", Value: 0.4, Low: 0, High: 1, Means: "blows that it gets more when it stays beside an armed enemy"},
	danger1:       {Name: "danger-1", Value: 0.6, Low: 0, High: 2, Means: "blows of an armed enemy beside our professor"},
	danger2:       {Name: "danger-2", Value: 0.25, Low: 0, High: 2, Means: "blows of an armed enemy two steps from it"},
	danger3:       {Name: "danger-3", Value: 0.06, Low: 0, High: 2, Means: "blows of an armed enemy three steps from it"},
	healFrom:      {Name: "heal-from", Value: 20, Low: 1, High: 100, Means: "least health for which it stays and heals"},
	healWorth:     {Name: "heal-worth", Value: 2.5, Low: 0, High: 10, Means: "worth of that health, in points for each"},
}
