"""What the players of all games share: the messages of PROTOCOL.md, the state of
a round, and ways on the board."""

import sys
from collections import deque


def run(game, name, wall, play):
    """Plays a match: play gets the state of a round and the seat, and returns orders as
    lines. A message is a header line, then as many bytes as it says."""
    read, write = sys.stdin.buffer, sys.stdout.buffer
    seat = 0
    while True:
        words = read.readline().decode().split()
        if not words or words[0] == "quit":
            return
        if words[0] == "describe":
            about = f"{game}\n{name}\n"
            write.write(f"about 1 {len(about)}\n{about}".encode())
        elif words[0] == "init":
            read.read(int(words[5]))  # the settings
            seat = int(words[3])
            write.write(f"ready 1 {name}\n".encode())
        elif words[0] == "state":
            state = State(read.read(int(words[2])).decode(), wall)
            orders = play(state, seat)
            text = "".join([f"{len(orders)}\n"] + [order + "\n" for order in orders])
            write.write(f"commands {words[1]} {len(text)}\n{text}".encode())
        write.flush()


class State:
    """A state block: the board as one string with a wall around it, and the rest by name."""

    def __init__(self, text, wall):
        blocks = [block.split("\n") for block in text.strip("\n").split("\n\n")]
        rows = [line[3:] for line in blocks[0][2:]]
        self.width = len(rows[0]) + 2
        edge = wall * self.width
        self.board = edge + "".join(wall + row + wall for row in rows) + edge
        self.blocks = {block[0].split()[0]: block for block in blocks[1:]}

    def words(self, key, line=0):
        """The words of a block's first line, without its name, or of another one."""
        return self.blocks[key][line].split()[0 if line else 1 :]

    def rows(self, key):
        """The rows of a table, below its name, its length and its heading."""
        return [line.split() for line in self.blocks[key][3:]]

    def at(self, row, column):
        """The place of a cell in the board."""
        return (int(row) + 1) * self.width + int(column) + 1

    def steps(self):
        """The directions' letters and what they add to a place."""
        return [("u", -self.width), ("d", self.width), ("l", -1), ("r", 1)]


def distances(state, goals, blocked):
    """How far every place is from the nearest goal, for those that can reach one."""
    far = {goal: 0 for goal in goals}
    queue = deque(far)
    steps = [step for _, step in state.steps()]
    while queue:
        place = queue.popleft()
        for step in steps:
            if place + step not in far and place + step not in blocked:
                far[place + step] = far[place] + 1
                queue.append(place + step)
    return far


def nearer(state, far, place, taken):
    """The direction from a place towards a goal, or None; taken cells are left to others."""
    best, way = far.get(place, 1 << 30), None
    for letter, step in state.steps():
        if far.get(place + step, 1 << 30) < best and place + step not in taken:
            best, way = far[place + step], (letter, place + step)
    if way:
        taken.add(way[1])
    return way and way[0]
