"""Walker plays Money Heist: everybody walks to the nearest money or kit, soldiers
load poison and the professor heals from what was found."""

from protocol import distances, nearer, run

GAME, NAME, WALL = "MoneyHeist 1.0", "Walker", "W"


def play(state, seat):
    """The orders of a round, as lines. This is the part to make better."""
    mine = str(seat)
    # A box door is no way, and what lies behind it is out of reach.
    walls = {place for place, ground in enumerate(state.board) if ground in WALL + "BG"}
    goals = [place for place, ground in enumerate(state.board) if ground in "MHP"]
    far = distances(state, goals, walls)
    health = int(state.words("health")[seat])
    poison = int(state.words("poison")[seat])
    taken = {place for place, ground in enumerate(state.board) if ground in "0123X"}
    orders = []
    for kind, number, player, row, column, life, loaded, rounds in state.rows("units"):
        if player != mine or kind == "p" and rounds != "0":
            continue
        if kind == "s" and loaded == "0" and poison > 0:
            orders.append(f"{number}\tc")
        elif kind == "p" and int(life) < 50 and health > 0:
            orders.append(f"{number}\th")
        else:
            way = nearer(state, far, state.at(row, column), taken)
            if way:
                orders.append(f"{number}\tm\t{way}")
    return orders


if __name__ == "__main__":
    run(GAME, NAME, WALL, play)
