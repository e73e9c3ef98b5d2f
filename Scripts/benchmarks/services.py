"""What runs on: the server, a live activity, the library, and the requests to a bridge."""

import os
import re
import select
import socket
import subprocess
import threading
import time

from benchmarks.drawing import in_process
from benchmarks.processes import Cost, Place, say, ticks, wait_for
from benchmarks.records import Record, median

LIBRARY = """
CREATE TABLE tracks(id TEXT PRIMARY KEY, file_path TEXT NOT NULL UNIQUE, file_name TEXT NOT NULL, title TEXT, artist TEXT, album TEXT,
  album_artist TEXT, year INTEGER, track_number INTEGER, genre TEXT, duration REAL, album_art BLOB, play_count INTEGER DEFAULT 0,
  last_played INTEGER, is_favorite INTEGER DEFAULT 0, rating INTEGER DEFAULT 0, file_size INTEGER, added_date INTEGER, modified_date INTEGER);
CREATE TABLE playlists(id TEXT PRIMARY KEY, name TEXT, track_ids TEXT, created_date INTEGER, modified_date INTEGER, is_favorite INTEGER);
CREATE INDEX by_artist ON tracks(artist); CREATE INDEX by_album ON tracks(album); CREATE INDEX by_count ON tracks(play_count);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
  INSERT INTO tracks(id, file_path, file_name, title, artist, album, track_number, duration, play_count, last_played)
  SELECT 't' || i, '/music/' || i || '.flac', i || '.flac', 'Track ' || i, 'Artist ' || (i / 120), 'Album ' || (i / 12), i % 12 + 1,
    100 + i % 200, i % 97, CASE WHEN i % 3 THEN 1700000000 + i * 7919 % 100003 ELSE 0 END FROM n;
INSERT INTO playlists(id, name, track_ids)
  SELECT 'p', 'Evening', '["' || group_concat('t' || (rowid * 13), '","') || '"]' FROM tracks WHERE rowid < 400;
"""


def library(place):
    """A music library of a hundred thousand tracks, with the indices of its app."""
    path = place.path("library.db")
    subprocess.run(["sqlite3", path], input=LIBRARY, text=True, check=True)
    return in_process(place, ["library", place.root, path])


def updates(place):
    """A zone that is followed for long."""
    return in_process(place, ["updates", place.simulate("living-room")])


def serve(place):
    """Pictures, confirmations and events over HTTP."""
    bridge = place.simulate("living-room")
    server, address = place.listening("--bridge", bridge, "serve", "--listen", "127.0.0.1:0")
    records = in_process(place, ["serve", address.rstrip("/").rsplit(":", 1)[1], str(server.pid)])
    place.end(server)
    return records


def activity(place):
    """A live activity that follows a long track, beside one that draws every second."""
    folder, bridge = place.path("activity"), place.simulate("steady")
    command = [place.program(), "--bridge", bridge, "--zone", "Living Room", "activity", "--watch", "--presentation", "lockScreen"]
    watching = place.start(*command, "-o", folder)
    picture = os.path.join(folder, "lockScreen.png")
    wait_for(lambda: os.path.exists(picture))
    time.sleep(1)
    before, last, pictures = ticks(watching.pid), None, -1
    for _ in range(100):
        try:
            now = os.stat(picture).st_mtime_ns
        except FileNotFoundError:
            now = last
        pictures += now != last
        last = now
        time.sleep(0.2)
    spent = (ticks(watching.pid) - before) * 3
    place.end(watching)
    once = [place.program(), "activity", "--presentation", "lockScreen", "--entry", place.fixture("entries/playing.json")]
    anew = median([Cost([*once, "-o", place.path("once.png")]).cpu for _ in range(5)]) * 60
    return [
        Record("a live activity, CPU a minute", spent, "ms", 0.0, "drawn anew every second", anew),
        Record("a live activity, pictures a minute", pictures * 3, ""),
    ]


class CountingProxy:
    """Passes connections on to a server, and counts the requests in them."""

    REQUEST = re.compile(rb"^(?:GET|POST|PUT) \S+ HTTP/1\.1\r\n", re.M)

    def __init__(self, port):
        self.count = 0
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            client, _ = self._listener.accept()
            server = socket.create_connection(("127.0.0.1", self._target))
            threading.Thread(target=self._pass, args=(client, server), daemon=True).start()

    def _pass(self, client, server):
        try:
            while True:
                for one in select.select([client, server], [], [])[0]:
                    data = one.recv(65536)
                    if not data:
                        return
                    if one is client:
                        self.count += len(self.REQUEST.findall(data))
                    (server if one is client else client).sendall(data)
        except OSError:
            pass
        finally:
            client.close()
            server.close()


def requests(place: Place):
    """The requests to a bridge that sends events, while a bar follows a zone that plays a long track."""
    bridge = place.simulate("steady")
    proxy = CountingProxy(int(bridge.rsplit(":", 1)[1]))
    feed = place.start(place.program(), "feed", "--bridge", proxy.address, "--zone", "Living Room")
    wait_for(lambda: proxy.count)
    time.sleep(5)
    before = proxy.count
    say("  counting requests for a minute")
    time.sleep(60)
    count = proxy.count - before
    place.end(feed)
    return [Record("requests to a bridge with events, a minute", count, "", aim="<= 3")]
