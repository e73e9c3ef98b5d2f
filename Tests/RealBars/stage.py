"""A user's folders, a simulated bridge, screens and processes for one run of a real bar; all of it is gone in the end."""

import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent

# Every sign that some bar takes for its own, what a terminal would, combined and wide characters, what turns text round, a line end, a NUL
# and three thousand characters more.
HOSTILE = (
    'AC/DC & "Mountain" <live> \\o/ 100% %{F#f00} #[fg=red] $(id) `id` | :horse: 日本語 e\u0301 👨\u200d👩\u200d👧'
)
TITLE = HOSTILE + " \u202e\n\0 " + "x" * 3000


class Stage:
    def __init__(self, build, picture=None):
        self.build = pathlib.Path(build)
        self.picture = picture
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sd-bar-", dir="/tmp"))
        self.processes = []
        self.environment = {
            "PATH": f"{self.build}:{os.environ.get('PATH', '/usr/bin:/bin')}",
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "NO_AT_BRIDGE": "1",
            "GTK_A11Y": "none",
        }
        for name, kind in [("RUNTIME_DIR", "run"), ("CONFIG_HOME", "config"), ("STATE_HOME", "state"), ("CACHE_HOME", "cache")]:
            (self.folder / kind).mkdir(mode=0o700)
            self.environment[f"XDG_{name}"] = str(self.folder / kind)
        # Wide characters first where a font has them, so that every bar finds one.
        self.environment["FONTCONFIG_FILE"] = "/etc/fonts/fonts.conf"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(Exception):
            self.subdial("engine", "stop")
        for process in reversed(self.processes):
            self.end(process)
        shutil.rmtree(self.folder, ignore_errors=True)

    # Processes

    def start(self, *command, **options):
        """A process of its own group, ended with the stage."""
        log = open(self.folder / f"{pathlib.Path(command[0]).name}.log", "ab")
        environment = {**self.environment, **options.pop("environment", {})}
        options.setdefault("stdout", log)
        options.setdefault("stdin", subprocess.DEVNULL)
        process = subprocess.Popen(
            [str(part) for part in command], env=environment, stderr=log, cwd=self.folder, start_new_session=True, **options)
        self.processes.append(process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def run(self, *command, **options):
        environment = {**self.environment, **options.pop("environment", {})}
        return subprocess.run(
            [str(part) for part in command], env=environment, cwd=self.folder, capture_output=True, text=True, timeout=120, **options)

    def script(self, command):
        """The path of an executable that does this."""
        path = self.folder / f"script-{len(list(self.folder.glob('script-*')))}"
        path.write_text(f"#!/bin/sh\nexec {command}\n")
        path.chmod(0o755)
        return path

    def log(self, name):
        path = self.folder / f"{name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    # The bridge and what is asked of it

    def bridge(self, title=TITLE, artist="Tom & <Jerry>"):
        scenario = (HERE / "bridge.yaml").read_text()
        for key, text in [("TITLE", title), ("ARTIST", artist)]:
            scenario = scenario.replace(key, json.dumps(text, ensure_ascii=False))
        path = self.folder / "bridge.yaml"
        path.write_text(scenario)
        (self.folder / "artwork").symlink_to(HERE.parent.parent / "Fixtures" / "artwork")
        bridge = self.start("subdial", "simulate", "--port", "0", "--scenario", path, stdout=subprocess.PIPE)
        line = bridge.stdout.readline().decode()
        if not line:
            raise RuntimeError("the simulated bridge does not start: " + self.log("subdial"))
        address = line.removeprefix("listening on ").strip()
        self.environment["SUBDIAL_BRIDGE"] = address
        return address

    def subdial(self, *arguments, **options):
        return self.run(self.build / "subdial", *arguments, **options)

    def zone(self):
        """The first zone; an engine that has just started may not have one yet."""
        zones = self.wait("a zone", lambda: json.loads(self.subdial("zones", "--json").stdout))
        if not zones:
            raise RuntimeError("there is no zone")
        return zones[0]

    def wait(self, what, condition, seconds=60):
        """Waits until `condition` gives something, and returns it; None after so many seconds."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            with contextlib.suppress(json.JSONDecodeError, IndexError, KeyError):
                result = condition()
                if result:
                    return result
            time.sleep(0.1)
        print(f"in vain: {what}", flush=True) if os.environ.get("VERBOSE") else None
        return None

    def clicks(self, act):
        """What became of a click with each button and the wheel: `act(button)` does one, 1 left, 3 right, 4 up, 5 down."""
        if self.picture:
            return {}
        reached = {}
        act(1)
        reached["left"] = bool(self.wait("pause", lambda: self.zone()["status"] == "paused"))
        act(1)
        reached["left again"] = bool(self.wait("play", lambda: self.zone()["status"] == "playing"))
        before = self.zone()["volume"]["value"]
        act(4)
        reached["up"] = bool(self.wait("louder", lambda: self.zone()["volume"]["value"] > before))
        before = self.zone()["volume"]["value"]
        act(5)
        reached["down"] = bool(self.wait("quieter", lambda: self.zone()["volume"]["value"] < before))
        act(3)
        second = lambda: "Second Song" in self.subdial("feed", "--once", "--text", "{{ title }}").stdout
        reached["right"] = bool(self.wait("next", second))
        return reached

    # Screens

    def xvfb(self, width=1600, height=120):
        for number in random.sample(range(100, 10000), 20):
            socket = pathlib.Path(f"/tmp/.X11-unix/X{number}")
            if socket.exists():
                continue
            # Without -noreset, the server starts again when its last client ends, and refuses the next bar meanwhile.
            server = self.start("Xvfb", f":{number}", "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset")
            if self.wait("Xvfb", lambda: socket.exists() or server.poll() is not None) and server.poll() is None:
                self.environment["DISPLAY"] = f":{number}"
                break
        else:
            raise RuntimeError("Xvfb does not start: " + self.log("Xvfb"))

    def screenshot(self, name, crop=None):
        """Takes a picture of the screen, in a form that holds nothing but its pixels; `crop` is WIDTHxHEIGHT+X+Y."""
        path = self.folder / name
        self.take(f"ppm:{path}", crop)
        return path

    def take(self, target, crop=None):
        kind, path = target.split(":", 1)
        if "WAYLAND_DISPLAY" in self.environment:
            place = []
            if crop:
                size, x, y = crop.split("+")
                place = ["-g", f"{x},{y} {size}"]
            done = self.run("grim", "-t", kind.removesuffix("24"), *place, path)
        else:
            done = self.run("import", "-window", "root", "-depth", "8", *(["-crop", crop, "+repage"] if crop else []), "-strip", target)
        if done.returncode:
            raise RuntimeError(f"there is no screenshot: {done.stderr}")

    def steady_screenshot(self, name, seconds=60, colors=3):
        """A screenshot after which nothing changes any more, and that shows something: so many colours at least."""
        deadline, last = time.monotonic() + seconds, None
        while time.monotonic() < deadline:
            pixels = self.pixels(self.screenshot(name))
            if pixels == last and len(set(pixels[i : i + 3] for i in range(0, len(pixels), 3))) >= colors:
                return self.folder / name
            last = pixels
            time.sleep(0.4)
        logs = "".join(f"{path.name}: {path.read_text(errors='replace')}" for path in sorted(self.folder.glob("*.log")))
        raise RuntimeError(f"the bar shows nothing, or does not come to rest; {logs}")

    @staticmethod
    def pixels(path):
        """The red, green and blue bytes of a screenshot."""
        data = path.read_bytes()
        kind, width, height, depth = data.split(maxsplit=4)[:4]
        if (kind, depth) != (b"P6", b"255"):
            raise RuntimeError(f"{path} is no screenshot")
        return data[-3 * int(width) * int(height) :]

    def keep_picture(self, crop=None):
        """Writes what is on the screen as the picture that was asked for."""
        if self.picture:
            self.take(f"png24:{self.picture}", crop)

    def xclick(self, x, y):
        def click(button):
            self.run("xdotool", "mousemove", str(x), str(y))
            time.sleep(0.2)
            self.run("xdotool", "click", str(button))
        return click

    def sway(self, extra=""):
        """A headless sway. It refuses to run as root."""
        config = self.folder / "sway.conf"
        config.write_text(f"output HEADLESS-1 resolution 1600x120 position 0 0\noutput HEADLESS-1 bg #202020 solid_color\n{extra}")
        self.start(
            "sway", "-c", config, environment={
                "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman", "WLR_HEADLESS_OUTPUTS": "1"})
        run = self.folder / "run"
        socket = self.wait("sway", lambda: [path for path in run.glob("wayland-?") if path.is_socket()])
        if not socket:
            raise RuntimeError("sway does not start: " + self.log("sway"))
        self.environment["WAYLAND_DISPLAY"] = socket[0].name
        sway_socket = self.wait("sway's own socket", lambda: list(run.glob("sway-ipc.*")))
        self.environment["SWAYSOCK"] = str(sway_socket[0])

    def wayland_click(self, x, y):
        names = {1: ["click", "left"], 2: ["click", "middle"], 3: ["click", "right"], 4: ["scroll", "up"], 5: ["scroll", "down"]}

        def click(button):
            self.run(sys.executable, HERE / "pointer.py", "1600", "120", "move", str(x), str(y), *names[button])
        return click
