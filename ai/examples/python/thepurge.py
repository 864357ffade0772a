"""Walker plays The Purge: builders walk to the nearest money or food, warriors to
the nearest weapon or money, and by night to enemy builders, whom they attack."""

from protocol import distances, nearer, run

GAME, NAME, WALL = "ThePurge 1.0", "Walker", "B"


def play(state, seat):
    """The orders of a round, as lines. This is the part to make better."""
    mine = str(seat)
    walls = {place for place, ground in enumerate(state.board) if ground == WALL}
    taken = {place for place, ground in enumerate(state.board) if ground in "CWcwb"}
    goals = {place for place, ground in enumerate(state.board) if ground in "MGZ"}
    if state.words("round", 1)[1] == "0":  # night: to move onto a builder is to attack it
        prey = {state.at(c[3], c[4]) for c in state.rows("citizens") if c[0] == "b" and c[2] != mine}
        goals |= prey
        taken -= prey
    far = {
        "b": distances(state, [place for place, ground in enumerate(state.board) if ground in "MF"], walls),
        "w": distances(state, goals, walls),
    }
    orders = []
    for kind, number, player, row, column, _, _ in state.rows("citizens"):
        if player == mine:
            way = nearer(state, far[kind], state.at(row, column), taken)
            if way:
                orders.append(f"{number}\tm\t{way}")
    return orders


if __name__ == "__main__":
    run(GAME, NAME, WALL, play)
