"""Walker plays The Purge: builders walk to the nearest money or food, warriors to
the nearest weapon or money."""

from protocol import distances, nearer, run

GAME, NAME, WALL = "ThePurge 1.0", "Walker", "B"


def play(state, seat):
    """The orders of a round, as lines. This is the part to make better."""
    mine = str(seat)
    walls = {place for place, ground in enumerate(state.board) if ground == WALL}
    far = {
        "b": distances(state, [place for place, ground in enumerate(state.board) if ground in "MF"], walls),
        "w": distances(state, [place for place, ground in enumerate(state.board) if ground in "MGZ"], walls),
    }
    taken = {place for place, ground in enumerate(state.board) if ground in "CWcwb"}
    orders = []
    for kind, number, player, row, column, _, _ in state.rows("citizens"):
        if player == mine:
            way = nearer(state, far[kind], state.at(row, column), taken)
            if way:
                orders.append(f"{number}\tm\t{way}")
    return orders


if __name__ == "__main__":
    run(GAME, NAME, WALL, play)
