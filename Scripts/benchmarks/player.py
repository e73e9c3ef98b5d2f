"""A player on a session bus that does what it is told at once, and speaks no more of D-Bus than that needs."""

import os
import socket
import struct
import threading

NAME, PATH, PLAYER = "org.mpris.MediaPlayer2.bench", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"
CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
ALIGNMENT = {"y": 1, "g": 1, "v": 1, "b": 4, "u": 4, "s": 4, "o": 4, "a": 4, "x": 8, "d": 8, "(": 8, "{": 8}


def _padded(data, alignment):
    return data + b"\0" * (-len(data) % alignment)


class Variant:
    """A value with its signature."""

    def __init__(self, signature, value):
        self.signature, self.value = signature, value


def _put(data, signature, value):
    """Returns `data` with a value of one complete type; dictionaries have keys of text and variants."""
    data = _padded(data, ALIGNMENT[signature[0]])
    if signature in ("s", "o"):
        text = value.encode()
        return data + struct.pack("<I", len(text)) + text + b"\0"
    if signature == "g":
        return data + bytes([len(value)]) + value.encode() + b"\0"
    if signature == "v":
        return _put(_put(data, "g", value.signature), value.signature, value.value)
    if signature == "a{sv}":
        return _put_array(data, 8, value.items(), lambda data, item: _put(_put(_padded(data, 8), "s", item[0]), "v", item[1]))
    if signature == "as":
        return _put_array(data, 4, value, lambda data, item: _put(data, "s", item))
    return data + struct.pack("<" + {"y": "B", "b": "I", "u": "I", "x": "q", "d": "d"}[signature], value)


def _put_array(data, alignment, items, put):
    place = len(data)
    data = start = _padded(data + b"\0\0\0\0", alignment)
    for item in items:
        data = put(data, item)
    return data[:place] + struct.pack("<I", len(data) - len(start)) + data[place + 4:]


class FakePlayer:
    """A player that is on the bus until it is closed."""

    def __init__(self, address):
        self._title, self._status, self._serial = "Track 0", "Playing", 0
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(dict(pair.split("=", 1) for pair in address.split(":", 1)[1].split(","))["path"])
        user = str(os.getuid()).encode().hex()
        self._socket.sendall(b"\0AUTH EXTERNAL " + user.encode() + b"\r\n")
        self._socket.recv(1024)
        self._socket.sendall(b"BEGIN\r\n")
        for member, signature, values in (("Hello", "", []), ("RequestName", "su", [NAME, 4])):
            self._send(CALL, {1: ("o", "/org/freedesktop/DBus"), 2: ("s", "org.freedesktop.DBus"), 3: ("s", member),
                              6: ("s", "org.freedesktop.DBus")}, signature, values)
        threading.Thread(target=self._answer, daemon=True).start()

    def show(self, title, status="Playing"):
        """Changes title and status, and reports both."""
        self._title, self._status = title, status
        self._send(SIGNAL, {1: ("o", PATH), 2: ("s", PROPERTIES), 3: ("s", "PropertiesChanged")}, "sa{sv}as",
                   [PLAYER, {name: self._properties[name] for name in ("PlaybackStatus", "Metadata")}, []])

    def close(self):
        self._socket.close()

    @property
    def _properties(self):
        metadata = {
            "mpris:trackid": Variant("o", "/track"), "xesam:title": Variant("s", self._title), "xesam:artist": Variant("as", ["Miles Davis"])}
        return {
            "PlaybackStatus": Variant("s", self._status), "Metadata": Variant("a{sv}", metadata), "Position": Variant("x", 0),
            "Rate": Variant("d", 1.0), "Volume": Variant("d", 1.0), "CanControl": Variant("b", 1), "CanPlay": Variant("b", 1),
            "CanPause": Variant("b", 1), "CanSeek": Variant("b", 0), "CanGoNext": Variant("b", 1), "CanGoPrevious": Variant("b", 1)}

    def _send(self, kind, fields, signature, values):
        body = b""
        rest = signature
        for value in values:
            one = next(known for known in ("a{sv}", "as", rest[:1]) if rest.startswith(known))
            body, rest = _put(body, one, value), rest[len(one):]
        if signature:
            fields = fields | {8: ("g", signature)}
        self._serial += 1
        head = struct.pack("<BBBBII", ord("l"), kind, 0, 1, len(body), self._serial)
        head = _put_array(head, 8, fields.items(), lambda data, item: _put(_padded(data, 8) + bytes([item[0]]), "v", Variant(*item[1])))
        self._socket.sendall(_padded(head, 8) + body)

    def _answer(self):
        """Answers calls until the connection ends."""
        stream = self._socket.makefile("rb")
        try:
            while start := stream.read(16):
                order = "<" if start[:1] == b"l" else ">"
                body_size, serial, size = struct.unpack(order + "III", start[4:])
                fields = self._fields(stream.read(size + -size % 8)[:size], order)
                body = stream.read(body_size)
                if start[1] == CALL:
                    self._reply(serial, fields, body, order)
        except (OSError, ValueError, struct.error):
            pass

    @staticmethod
    def _fields(data, order):
        """The fields of a header by their codes."""
        fields, place = {}, 0
        while place < len(data):
            place += -place % 8
            code, signature = data[place], chr(data[place + 2])
            place += 4
            if signature == "u":
                fields[code], place = data[place:place + 4], place + 4
            elif signature == "g":
                fields[code], place = b"", place + data[place] + 2
            else:
                length = struct.unpack(order + "I", data[place:place + 4])[0]
                fields[code] = data[place + 4:place + 4 + length].decode()
                place += 5 + length
        return fields

    def _reply(self, serial, fields, body, order):
        head = {5: ("u", serial), 6: ("s", fields.get(7, ""))}
        member = fields.get(3)
        length = struct.unpack(order + "I", body[:4])[0] if body else 0
        interface = body[4:4 + length].decode(errors="replace")
        if member == "GetAll":
            root = {"Identity": Variant("s", "Bench"), "CanQuit": Variant("b", 0), "CanRaise": Variant("b", 0)}
            self._send(RETURN, head, "a{sv}", [self._properties if interface == PLAYER else root])
        elif member == "Get":
            start = 4 + length + 1
            start += -start % 4
            name = body[start + 4:].rstrip(b"\0").decode()
            value = self._properties.get(name, Variant("s", "Bench"))
            self._send(RETURN, head, "v", [value])
        elif member == "Introspect":
            self._send(RETURN, head, "s", ["<node/>"])
        else:
            self._send(RETURN, head, "", [])
