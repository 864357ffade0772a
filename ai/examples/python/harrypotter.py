"""Walker plays Harry Potter: every wizard walks to the nearest cell that is not
its clan's, or to a book, attacks enemies within four steps and avoids Voldemort."""

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
    # To move onto an enemy is to attack it.
    enemies = {state.at(u[3], u[4]) for u in units if u[0] == "w" and u[2] != mine and int(u[5]) <= 0}
    taken = {state.at(u[3], u[4]) for u in units} - enemies
    hunt = distances(state, enemies, walls)
    orders = []
    for kind, number, player, row, column, rounds, _ in units:
        if kind == "w" and player == mine and int(rounds) <= 0:
            place = state.at(row, column)
            way = nearer(state, hunt if hunt.get(place, 5) <= 4 else far, place, taken)
            if way:
                orders.append(f"{number}\tm\t{way}")
    return orders


if __name__ == "__main__":
    run(GAME, NAME, WALL, play)
