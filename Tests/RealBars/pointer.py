#!/usr/bin/env python3
"""A pointer for compositors that know zwlr_virtual_pointer_v1: moves, clicks and turns its wheel.

usage: pointer.py WIDTH HEIGHT COMMAND…      commands: move X Y, click left|middle|right, scroll up|down
"""

import os
import socket
import struct
import sys
import time

BUTTONS = {"left": 0x110, "right": 0x111, "middle": 0x112}


class Connection:
    """As much of Wayland's wire protocol as a pointer takes."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))
        self.last_id, self.pending = 1, b""

    def new_id(self):
        self.last_id += 1
        return self.last_id

    def request(self, target, opcode, payload=b""):
        self.socket.sendall(struct.pack("=IHH", target, opcode, 8 + len(payload)) + payload)

    def events_until(self, is_last):
        while True:
            while len(self.pending) >= 8:
                target, opcode, length = struct.unpack("=IHH", self.pending[:8])
                if len(self.pending) < length:
                    break
                payload, self.pending = self.pending[8:length], self.pending[length:]
                if target == 1 and opcode == 0:
                    sys.exit(f"the compositor refuses: {payload!r}")
                if is_last(target, opcode, payload):
                    return
            received = self.socket.recv(65536)
            if not received:
                sys.exit("the compositor has hung up")
            self.pending += received

    def synchronize(self):
        callback = self.new_id()
        self.request(1, 0, struct.pack("=I", callback))
        self.events_until(lambda target, *_: target == callback)


def text(string):
    data = string.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


def main(width, height, commands):
    connection = Connection()
    registry, callback, globals_ = connection.new_id(), None, {}
    connection.request(1, 1, struct.pack("=I", registry))
    callback = connection.new_id()
    connection.request(1, 0, struct.pack("=I", callback))

    def note(target, opcode, payload):
        if target == registry and opcode == 0:
            name, length = struct.unpack("=II", payload[:8])
            interface = payload[8 : 8 + length - 1].decode()
            globals_[interface] = name
        return target == callback

    connection.events_until(note)
    manager = connection.new_id()
    interface = "zwlr_virtual_pointer_manager_v1"
    connection.request(registry, 0, struct.pack("=I", globals_[interface]) + text(interface) + struct.pack("=II", 1, manager))
    pointer = connection.new_id()
    connection.request(manager, 0, struct.pack("=II", 0, pointer))
    connection.synchronize()
    time.sleep(0.2)

    def now():
        return int(time.time() * 1000) & 0xFFFFFFFF

    words = iter(commands)
    for word in words:
        if word == "move":
            x, y = int(next(words)), int(next(words))
            connection.request(pointer, 1, struct.pack("=IIIII", now(), x, y, width, height))
            connection.request(pointer, 4)
        elif word == "click":
            button = BUTTONS[next(words)]
            for state in (1, 0):
                connection.request(pointer, 2, struct.pack("=III", now(), button, state))
                connection.request(pointer, 4)
                connection.synchronize()
                time.sleep(0.05)
        elif word == "scroll":
            step = -1 if next(words) == "up" else 1
            connection.request(pointer, 5, struct.pack("=I", 0))
            connection.request(pointer, 7, struct.pack("=IIii", now(), 0, step * 15 * 256, step))
            connection.request(pointer, 4)
        else:
            sys.exit(f"there is no command '{word}'")
        connection.synchronize()
        time.sleep(0.15)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
