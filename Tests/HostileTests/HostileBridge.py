#!/usr/bin/env python3
"""A bridge that lies. It prints its port, and answers every question with what the attack makes of it.

usage: HostileBridge.py ATTACK
"""

import http.server
import json
import sys
import threading
import time

ATTACK = sys.argv[1]
HUGE = {"length": 1e300, "position": 1e300, "int": 2**63, "negative": -(2**63) - 1}

TITLE = {"escapes": "a\x1b]0;pwned\x07\x1b[2Jb\x9b31mc", "long": "x" * 880_000}.get(ATTACK, "A Song")
ZONE = {"escapes": "lms:\x1b[2J\x9b1"}.get(ATTACK, "lms:1")
NAME = {"escapes": "Kit\x1b[31mchen\x9b"}.get(ATTACK, "Kitchen")


def zones():
    volume = {"type": "number", "value": 30, "min": 0, "max": 100, "step": 1, "is_muted": False}
    count = 8000 if ATTACK == "zones" else 1
    first = {"zone_id": ZONE, "zone_name": NAME, "state": "playing", "source": "lms", "volume_control": volume}
    return [first] + [{"zone_id": f"lms:{n}", "zone_name": f"Room {n}", "state": "stopped"} for n in range(2, count + 1)]


def now_playing():
    playing = {
        "zone_id": ZONE, "line1": TITLE, "line2": "Somebody", "line3": "Many", "is_playing": True, "volume": 30, "volume_type": "number",
        "volume_min": 0, "volume_max": 100, "volume_step": 1, "image_key": None, "seek_position": 10, "length": 200, "zones": zones()[:1]}
    if ATTACK in HUGE:
        playing["length"] = abs(HUGE[ATTACK])
        playing["seek_position"] = HUGE[ATTACK]
        playing["volume"] = HUGE[ATTACK]
        playing["volume_max"] = 1e308
        playing["volume_min"] = -1e308
    return playing


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/status":
            self.answer({"service": "unified-hifi-control", "version": "3.0.0"})
        elif path == "/zones":
            self.answer({"zones": zones()})
        elif path == "/now_playing":
            self.answer(now_playing())
        elif path == "/events":
            self.events()
        else:
            self.send_error(404)

    def events(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        event = b'data: {"type":"NowPlayingChanged","payload":{"zone_id":"lms:1"}}\n\n'
        try:
            while True:
                self.wfile.write(event * 1000 if ATTACK == "events" else b": ping\n\n")
                self.wfile.flush()
                if ATTACK != "events":
                    time.sleep(1)
        except OSError:
            pass

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer({"ok": True})

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


server = Server(("127.0.0.1", 0), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
