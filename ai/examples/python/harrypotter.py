"""Walker plays Harry Potter: every wizard walks to the nearest cell that is not
its clan's, or to a book, attacks enemies in its way and keeps away from Voldemort."""

from protocol import distances, nearer, run

GAME, NAME, WALL = "HarryPotter 1.0", "Walker", "W"


def play(state, seat):
    """The orders of a round, as lines. This is the part to make better."""
    mine = str(seat)
    row, column = map(int, state.words("Voldemort", 1))
    danger = {state.at(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
    walls = {place for place, ground in enumerate(state.board) if ground == WALL} | danger
    goals = [place for place, ground in enumerate(state.board) if ground != mine and place not in walls]
    goals += [state.at(*book) for book in state.rows("books")]
    far = distances(state, goals, walls)
    units = state.rows("units")
    # To move onto any other wizard is to attack it.
    taken = {state.at(unit[3], unit[4]) for unit in units if unit[0] != "w" or unit[2] == mine or int(unit[5]) > 0}
    orders = []
    for kind, number, player, row, column, rounds, _ in units:
        if kind == "w" and player == mine and int(rounds) <= 0:
            way = nearer(state, far, state.at(row, column), taken)
            if way:
                orders.append(f"{number}\tm\t{way}")
    return orders


if __name__ == "__main__":
    run(GAME, NAME, WALL, play)
