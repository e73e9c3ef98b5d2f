"""Each real bar with a feed of its own: what it shows of a hostile title, and whether clicks on it reach the bridge."""

import html
import json
import os
import pathlib
import re
import select
import shlex
import subprocess
import textwrap
import time

from stage import HOSTILE

WIDTH = 110
FEED = ["subdial", "feed", "--width", str(WIDTH), "--text", "{{ title }}"]
#: For a picture to look at.
PLEASANT = ["subdial", "feed", "--width", "60", "--text", "{{ status_icon }} {{ artist }} – {{ title }}"]


def feed(format, *more, once=False):
    return shlex.join(FEED + ["--format", format] + (["--once"] if once else []) + list(more))


def pasted(stage, bar, quote="'"):
    """What `subdial doctor --bar` prints to paste, with the options of the test in place of its width; `quote` suits the bar's language."""
    options = shlex.join(FEED[2:]).replace("'", quote)
    text, count = re.subn(r"--width \d+", lambda _: options, stage.subdial("doctor", "--bar", bar).stdout)
    assert count == 1, text
    return text


def expected(stage):
    """The line as it stands in no markup at all; it begins as it has to."""
    line = stage.subdial(*FEED[1:], "--once", "--format", "plain").stdout.removesuffix("\n")
    assert stage.picture or line.startswith(HOSTILE + " x") and line.endswith("…"), line
    return line


def same(stage, first, second):
    return stage.pixels(first) == stage.pixels(second)


# Bars whose text can be read


def i3blocks(stage):
    config = stage.folder / "i3blocks.conf"
    config.write_text(pasted(stage, "i3blocks"))
    bar = stage.start("i3blocks", "-c", config, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    block = {}
    for line in lines(bar, 60):
        line = line.lstrip(",")
        if line.startswith("[{"):
            block = json.loads(line)[-1]
        if block.get("full_text"):
            break
    return {"shown": unmarkup(block["full_text"]), "expected": expected(stage)}


def i3blocks_click(stage):
    """A block that is run anew, which is what clicks work on in every version."""
    config = stage.folder / "i3blocks.conf"
    config.write_text(pasted(stage, "i3blocks-plain").replace("interval=2", "interval=once"))
    bar = stage.start("i3blocks", "-c", config, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    bar.stdin.write(b"[\n")
    bar.stdin.flush()
    # It begins with an empty line, before the block has run.
    next(line for line in lines(bar, 60) if line.lstrip(",").startswith("[{") and json.loads(line.lstrip(","))[-1].get("full_text"))
    children = pathlib.Path(f"/proc/{bar.pid}/task/{bar.pid}/children")

    def click(button):
        # i3blocks drops a click on a block whose command still runs.
        stage.wait("the end of the block's run", lambda: not children.read_text().strip())
        bar.stdin.write((json.dumps({"name": "subdial", "button": button, "x": 5, "y": 5}) + "\n").encode())
        bar.stdin.flush()

    return {"clicks": stage.clicks(click)}


def tmux(stage):
    inner, outer, config = stage.folder / "inner", stage.folder / "outer", stage.folder / "tmux.conf"
    config.write_text(
        pasted(stage, "tmux", quote='"')
        + "set -g status-interval 1\nset -g status-left ''\nset -g status-right-length 200\nset -g status-style fg=default,bg=default\n"
        "set -g window-status-current-format ''\nset -g window-status-format ''\n")
    command = f"tmux -S {inner} -f {config} new-session 'sleep 120'"
    terminal = {"TERM": "xterm-256color"}
    stage.run("tmux", "-S", outer, "-f", "/dev/null", "new-session", "-d", "-x", "180", "-y", "5", command, environment=terminal)

    def shown():
        lines = stage.run("tmux", "-S", outer, "capture-pane", "-p", environment=terminal).stdout.split("\n")
        return next((line.strip() for line in lines if "AC/DC" in line), None)

    text = stage.wait("the title in tmux", shown)
    for socket in (inner, outer):
        stage.run("tmux", "-S", socket, "kill-server", environment=terminal)
    return {"shown": text, "expected": expected(stage)}


def xmobar(stage):
    config = stage.folder / "xmobarrc"
    config.write_text(
        'Config { template = "%subdial%}{", commands = [ ' + pasted(stage, "xmobar").strip() + ' ], font = "DejaVu Sans Mono 11", bgColor = "#303030", fgColor = "#ffffff" }\n')
    # xmobar ends where there is no session bus.
    bar = stage.start("dbus-run-session", "--", "xmobar", "-TPlain", config, stdout=subprocess.PIPE)
    text = next((line for line in lines(bar, 60) if stage.picture or "AC/DC" in line), None)
    stage.end(bar)
    # Clicks need a screen.
    stage.xvfb()
    config.write_text(config.read_text().replace("Config {", "Config { position = Static { xpos = 0, ypos = 0, width = 1600, height = 30 },"))
    stage.start("dbus-run-session", "--", "xmobar", config)
    stage.steady_screenshot("xmobar")
    stage.keep_picture("620x30+0+0")
    return {"shown": text, "expected": expected(stage), "clicks": stage.clicks(stage.xclick(60, 15))}


def conky(stage):
    """The format for `${execp}`, which parses what a command prints."""
    return shown_by_conky(stage, f"${{execp {feed('conky', once=True)}}}")


def conky_setup(stage):
    return shown_by_conky(stage, pasted(stage, "conky").strip())


def shown_by_conky(stage, text):
    config = stage.folder / "conkyrc"
    config.write_text(
        f"conky.config = {{ out_to_console = true, out_to_x = false, update_interval = 1, total_run_times = 3 }}\nconky.text = [[{text}]]\n")
    return {"shown": stage.run("conky", "-c", config).stdout.strip().split("\n")[-1], "expected": expected(stage)}


def zsh(stage):
    shown = stage.run("zsh", "-f", "-c", pasted(stage, "zsh", quote='"') + "print -P -- $RPROMPT").stdout
    return {"shown": shown.removesuffix("\n"), "expected": expected(stage)}


def bash(stage):
    """The format for a `PS1` that has the text itself."""
    script = 'line=$(eval "$COMMAND"); PS1="[$line]"; printf "%s" "${PS1@P}"'
    shown = stage.run("bash", "--norc", "-c", script, environment={"COMMAND": feed("bash", once=True)}).stdout
    return {"shown": shown.removeprefix("[").removesuffix("]"), "expected": expected(stage)}


def bash_setup(stage):
    shown = stage.run("bash", "--norc", "-c", pasted(stage, "bash", quote='"') + 'eval "$PROMPT_COMMAND"; printf "%s" "${PS1@P}"').stdout
    return {"shown": shown.removeprefix("[").rpartition("] ")[0], "expected": expected(stage)}


# Bars that only show pixels: compared with the same bar showing the text in a way that does not depend on our escaping


def waybar(stage):
    stage.sway()
    setup = json.loads("{" + pasted(stage, "waybar") + "}")["custom/subdial"]
    module = dict(setup, format="{}")
    with_cover = dict(setup, exec=setup["exec"] + f" --art {stage.folder}/cover.png --art-size 64", format="{}")
    # Waybar itself escapes what a module without JSON prints, where it is told to.
    plain = {"exec": feed("plain", once=True), "interval": 3600, "escape": True, "format": "{}"}
    style = stage.folder / "style.css"
    style.write_text(
        '* { font-family: "DejaVu Sans", "Noto Sans CJK JP"; font-size: 18px; color: #fff; border: none; }\n'
        "window#waybar { background: #303030; } .modules-left { margin-left: 10px; } #custom-now { padding: 0 10px; }\n"
        "#custom-now.playing { border-bottom: 3px solid #6cc; } #custom-now.paused { border-bottom: 3px solid #c66; }")

    def show(module, name):
        config = stage.folder / "waybar.json"
        config.write_text(json.dumps({
            "layer": "top", "height": 40, "modules-left": ["image/cover", "custom/now"], "custom/now": module,
            "image/cover": {"path": str(stage.folder / "cover.png"), "size": 32, "interval": 1},
        }))
        bar = stage.start("dbus-run-session", "--", "waybar", "-c", config, "-s", style)
        return bar, stage.steady_screenshot(name)

    style.write_text(style.read_text().replace("border-bottom: 3px", "border-bottom: 0px"))
    bar, reference = show(plain, "reference")
    stage.end(bar)
    stage.wait("an empty screen", lambda: not stage.run("pgrep", "-g", str(bar.pid)).stdout)
    # The reference has no cover; its bar looked for one in vain.
    bar, shown = show(module, "shown")
    result = {"same pixels": same(stage, shown, reference), "clicks": stage.clicks(stage.wayland_click(300, 20))}
    stage.end(bar)
    style.write_text(style.read_text().replace("border-bottom: 0px", "border-bottom: 3px"))
    if not stage.picture:
        return result
    show(with_cover, "picture")
    stage.wait("the cover", lambda: (stage.folder / "cover.png").exists())
    time.sleep(1.5)
    stage.keep_picture("620x40+0+0")
    return result


def waybar_kind(stage):
    """A kind of the user's own, whose left button counts: its text and colour before and after a click."""
    folder = stage.folder / "config" / "subdial" / "templates" / "tea"
    folder.mkdir(parents=True)
    (folder / "tea.json").write_text('{"cups": 2, "name": "Assam & <milk>"}')
    (folder / "kind.yaml").write_text(
        "source: { file: tea.json }\n"
        "fields: { cups: { type: number, sample: 1 }, name: { sample: Assam } }\n"
        "actions: { pour: { command: [sh, -c, 'sed -i s/2/3/ tea.json'] } }\n"
        "feed: { text: '{{ name }}: {{ cups }} cups', class: '{{ cups > 2 ? \"enough\" : \"fine\" }}', percentage: '{{ cups * 10 }}' }\n")
    trusted = stage.subdial("kind", "trust", "tea")
    assert trusted.returncode == 0, trusted.stderr
    stage.sway()
    style = stage.folder / "style.css"
    style.write_text(
        '* { font-family: "DejaVu Sans"; font-size: 18px; color: #fff; border: none; }\n'
        "window#waybar { background: #303030; } #custom-tea { padding: 0 8px; }\n"
        "#custom-tea.fine { background: #2a6; } #custom-tea.enough { background: #a42; }")

    def show(module, name):
        config = stage.folder / "waybar.json"
        config.write_text(json.dumps({"layer": "top", "height": 40, "modules-left": ["custom/tea"], "custom/tea": module}))
        bar = stage.start("dbus-run-session", "--", "waybar", "-c", config, "-s", style)
        return bar, stage.steady_screenshot(name)

    def written(cups, name):
        line = json.dumps({"text": f"Assam &amp; &lt;milk&gt;: {cups} cups", "class": name})
        bar, picture = show({"exec": shlex.join(["echo", line]), "return-type": "json", "interval": 3600}, name)
        stage.end(bar)
        stage.wait("an empty screen", lambda: not stage.run("pgrep", "-g", str(bar.pid)).stdout)
        return picture

    before, after = written(2, "fine"), written(3, "enough")
    _, shown = show(
        {
            "exec": "exec subdial feed --kind tea --format waybar", "return-type": "json", "on-click": "subdial control --kind tea pour",
        }, "shown")
    stage.keep_picture("620x40+0+0")
    result = {"same pixels": same(stage, shown, before)}
    stage.wayland_click(40, 20)(1)
    stage.wait("three cups", lambda: '"cups": 3' in (folder / "tea.json").read_text())
    result["clicked"] = bool(stage.wait("the other colour", lambda: same(stage, stage.screenshot("clicked"), after)))
    return result


def configure(stage, text):
    folder = stage.folder / "config" / "subdial"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(f"feed: {{ text: '{text}' }}\n")


def waybar_fault(stage):
    """A feed whose text is wrong: Waybar shows the error, and the line as soon as the configuration is corrected."""
    stage.sway()
    style = stage.folder / "style.css"
    style.write_text('* { font-family: "DejaVu Sans"; font-size: 18px; color: #fff; border: none; }\nwindow#waybar { background: #303030; }')

    def show(module, name):
        config = stage.folder / "waybar.json"
        config.write_text(json.dumps({"layer": "top", "height": 40, "modules-left": ["custom/now"], "custom/now": module}))
        return stage.start("dbus-run-session", "--", "waybar", "-c", config, "-s", style), stage.steady_screenshot(name)

    def written(name):
        line = stage.subdial("feed", "--once", "--format", "waybar", "--width", "60").stdout.strip()
        # The shell's own echo would read the escapes.
        bar, picture = show({"exec": shlex.join(["printf", "%s\\n", line]), "return-type": "json", "interval": 3600}, name)
        stage.end(bar)
        stage.wait("an empty screen", lambda: not stage.run("pgrep", "-g", str(bar.pid)).stdout)
        return picture

    configure(stage, "Now: {{ zone }}")
    corrected = written("corrected")
    configure(stage, "{{ zone")
    error = written("error")
    _, shown = show({"exec": "exec subdial feed --format waybar --width 60", "return-type": "json"}, "shown")
    stage.keep_picture("620x40+0+0")
    result = {"same pixels": same(stage, shown, error)}
    configure(stage, "Now: {{ zone }}")
    result["corrected"] = bool(stage.wait("the line", lambda: same(stage, stage.screenshot("next"), corrected)))
    return result


def tmux_fault(stage):
    configure(stage, "{{ zone")
    inner, outer, config = stage.folder / "inner", stage.folder / "outer", stage.folder / "tmux.conf"
    setup = pasted(stage, "tmux", quote='"').replace(' --text "{{ title }}"', "")
    config.write_text(setup + "set -g status-interval 1\nset -g status-right-length 200\n")
    command = f"tmux -S {inner} -f {config} new-session 'sleep 120'"
    terminal = {"TERM": "xterm-256color"}
    stage.run("tmux", "-S", outer, "-f", "/dev/null", "new-session", "-d", "-x", "180", "-y", "5", command, environment=terminal)

    def shown(text):
        return text in stage.run("tmux", "-S", outer, "capture-pane", "-p", environment=terminal).stdout

    result = {"shown": bool(stage.wait("the error", lambda: shown("⚠ subdial: config.yaml:1:15: feed: text, character 1")))}
    configure(stage, "Now: {{ zone }}")
    result["corrected"] = bool(stage.wait("the line", lambda: shown("Now: Bar & Grill")))
    for socket in (inner, outer):
        stage.run("tmux", "-S", socket, "kill-server", environment=terminal)
    return result


def i3bar(stage):
    def show(bar, name):
        # i3 and its bar leave each other's processes; a screen of its own leaves nothing of one in the other's picture.
        stage.xvfb()
        config = stage.folder / "i3.conf"
        config.write_text(
            "# i3 config file (v4)\nfont pango:DejaVu Sans 11\n"
            + bar.replace("bar {", "bar {\n    position top\n    workspace_buttons no"))
        stage.start("i3", "-c", config)
        return stage.steady_screenshot(name)

    # Without markup i3bar shows a text as it stands.
    block = json.dumps([{"full_text": expected(stage), "name": "subdial"}])
    literal = stage.folder / "literal"
    literal.write_text(f"#!/bin/sh\necho '{{\"version\":1}}'\necho '['\ncat <<'END'\n{block},\nEND\nexec sleep 120\n")
    literal.chmod(0o755)
    reference = show(f"bar {{\n    status_command {literal}\n}}\n", "reference")
    shown = show(pasted(stage, "i3bar"), "shown")
    stage.keep_picture("620x26+980+0")
    return {"same pixels": same(stage, shown, reference), "clicks": stage.clicks(stage.xclick(1500, 8))}


def swaybar(stage):
    command = stage.script(feed("i3bar"))
    stage.sway(f"bar {{\n position top\n font pango:DejaVu Sans 11\n workspace_buttons no\n status_command {command}\n}}\n")
    shown = stage.steady_screenshot("shown")
    stage.keep_picture("620x26+980+0")
    return {"clicks": stage.clicks(stage.wayland_click(1500, 8))}


def polybar(stage):
    stage.xvfb()

    def show(module, name):
        config = stage.folder / "polybar.ini"
        config.write_text(
            "[bar/t]\nwidth = 100%\nheight = 30\nbackground = #303030\nforeground = #ffffff\nfont-0 = DejaVu Sans:size=11\n"
            "font-1 = Noto Sans CJK JP:size=11\nmodules-left = subdial\n" + module)
        bar = stage.start("polybar", "-c", config, "t")
        return bar, stage.steady_screenshot(name)

    # A tag without effect parts the two signs that polybar would read as one of its own; another one than the feed's.
    literal = stage.folder / "literal"
    literal.write_text(expected(stage).replace("%{", "%%{O0}{"))
    bar, reference = show(f"[module/subdial]\ntype = custom/script\nexec = cat {literal}\ninterval = 3600\n", "reference")
    stage.end(bar)
    bar, shown = show(pasted(stage, "polybar"), "shown")
    stage.keep_picture("620x30+0+0")
    return {"same pixels": same(stage, shown, reference), "clicks": stage.clicks(stage.xclick(60, 15))}


def yambar(stage):
    literal = stage.folder / "literal"
    literal.write_text(f"line|string|{expected(stage)}\n\n")
    reference = shown_by_yambar(
        stage,
        f'- script: {{ path: /bin/sh, args: [-c, cat {literal}; exec sleep 120], content: {{ string: {{ text: "{{line}}" }} }} }}\n', "reference")
    stage.end(stage.processes[-1])
    shown = shown_by_yambar(stage, pasted(stage, "yambar"), "shown")
    stage.keep_picture("620x30+0+0")
    return {"same pixels": same(stage, shown, reference), "clicks": stage.clicks(stage.xclick(60, 15))}


def yambar_waiting(stage):
    """A feed that has no line yet, and a module without content."""
    empty = shown_by_yambar(stage, "- label: { content: { empty: {} } }\n", "empty", colors=2)
    stage.end(stage.processes[-1])
    waiting = pasted(stage, "yambar").replace("exec subdial feed", "exec sleep 120 #")
    return {"same pixels": same(stage, shown_by_yambar(stage, waiting, "waiting", colors=2), empty)}


def shown_by_yambar(stage, module, name, **options):
    if "DISPLAY" not in stage.environment:
        stage.xvfb()
    config = stage.folder / "yambar.yml"
    config.write_text(
        "bar:\n  location: top\n  height: 30\n  background: 303030ff\n  font: DejaVu Sans:pixelsize=16\n  left:\n"
        + textwrap.indent(module, "    "))
    stage.start("yambar", "-c", config)
    return stage.steady_screenshot(name, **options)


def genmon(stage):
    """Xfce's panel with one monitor, whose dialog has the fields that the text names. Only the left button counts."""
    stage.xvfb()
    panel = stage.folder / "config" / "xfce4"
    old, channel = panel / "panel" / "genmon-1.rc", panel / "xfconf" / "xfce-perchannel-xml" / "xfce4-panel.xml"
    for path in (old, channel):
        path.parent.mkdir(parents=True)

    def show(fields, name):
        command, label, period = fields["Command"], fields["Label"], int(float(fields["Period (s)"]) * 1000)
        # genmon has its settings in a file of its own, and from version 4.2 on among those of the panel.
        old.write_text(
            f"Command={command}\nUseLabel={['off', 'on'].index(label)}\nText=label\nUpdatePeriod={period}\nFont=DejaVu Sans 11\n")
        channel.write_text(
            f'''<?xml version="1.0" encoding="UTF-8"?>
            <channel name="xfce4-panel" version="1.0">
              <property name="configver" type="int" value="2"/>
              <property name="panels" type="array">
                <value type="int" value="1"/>
                <property name="panel-1" type="empty">
                  <property name="position" type="string" value="p=6;x=0;y=0"/>
                  <property name="position-locked" type="bool" value="true"/>
                  <property name="length" type="uint" value="100"/>
                  <property name="size" type="uint" value="30"/>
                  <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
                </property>
              </property>
              <property name="plugins" type="empty">
                <property name="plugin-1" type="string" value="genmon">
                  <property name="command" type="string" value="{html.escape(command)}"/>
                  <property name="use-label" type="bool" value="{str(label == "on").lower()}"/>
                  <property name="update-period" type="int" value="{period}"/>
                  <property name="font" type="string" value="DejaVu Sans 11"/>
                </property>
              </property>
            </channel>''')
        bar = stage.start("dbus-run-session", "--", "xfce4-panel", "--disable-wm-check")
        # The frame of the empty panel alone has a few colours.
        stage.steady_screenshot(name, colors=16)
        # The bar at the end of the text grows with the time.
        return bar, stage.screenshot(name, "700x30+0+0")

    fields = dict(line.split(": ", 1) for line in pasted(stage, "genmon").splitlines())
    cover = stage.subdial("feed", "--once", "--text", "{{ art_path }}", "--art-size", "24").stdout.strip()
    literal = stage.folder / "literal"
    literal.write_text(f"<img>{cover}</img><txt>{html.escape(expected(stage))}</txt><txtclick>true</txtclick><bar>0</bar>")
    bar, reference = show(dict(fields, Command=f"cat {literal}"), "reference")
    stage.end(bar)
    stage.wait("an empty screen", lambda: not stage.run("pgrep", "-g", str(bar.pid)).stdout)
    # The command of a click has the zone, and its quotes.
    fields["Command"] += " --zone 'Bar & Grill'"
    bar, shown = show(fields, "shown")
    stage.keep_picture("620x30+0+0")
    result = {"same pixels": same(stage, shown, reference)}
    if stage.picture:
        return result
    stage.xclick(300, 15)(1)
    result["clicked"] = bool(stage.wait("pause", lambda: stage.zone()["status"] == "paused"))
    return result


def lemonbar(stage):
    """It knows no second way to write a per cent sign: the reference has other signs in their places, and may differ there alone."""
    stage.xvfb()
    geometry = "-g 1600x24+0+0 -f fixed"
    text = expected(stage)
    literal = stage.folder / "literal"
    literal.write_text(text.replace("%", "=") + "\n")
    bar = stage.start("sh", "-c", f"(cat {literal}; sleep 120) | lemonbar -p {geometry}")
    # A font of bits has no more than two colours.
    reference = stage.steady_screenshot("reference", colors=2)
    stage.end(bar)
    stage.start("sh", "-c", pasted(stage, "lemonbar").replace("lemonbar -p", f"lemonbar -p {geometry}"))
    shown = stage.steady_screenshot("shown", colors=2)
    stage.keep_picture("620x24+0+0")
    first, second = stage.pixels(reference), stage.pixels(shown)
    differing = {index // 3 % 1600 // 6 for index in range(len(first)) if first[index] != second[index]}
    signs = {index for index, sign in enumerate(text) if sign == "%"}
    return {"same pixels": bool(stage.picture) or differing == signs, "clicks": stage.clicks(stage.xclick(60, 12))}


def unmarkup(text):
    return html.unescape(text)


def lines(process, seconds):
    """What a process prints, for so long at most."""
    deadline, waiting = time.monotonic() + seconds, b""
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([process.stdout], [], [], left)[0]:
            return
        data = os.read(process.stdout.fileno(), 65536)
        if not data:
            return
        *complete, waiting = (waiting + data).split(b"\n")
        for line in complete:
            yield line.decode(errors="replace").strip()


BARS = {
    "waybar": waybar, "waybar-kind": waybar_kind, "waybar-fault": waybar_fault, "tmux-fault": tmux_fault, "i3bar": i3bar,
    "swaybar": swaybar, "i3blocks": i3blocks, "i3blocks-click": i3blocks_click, "polybar": polybar, "yambar": yambar, "yambar-waiting": yambar_waiting, "genmon": genmon, "lemonbar": lemonbar, "xmobar": xmobar, "tmux": tmux,
    "conky": conky, "conky-setup": conky_setup, "zsh": zsh, "bash": bash, "bash-setup": bash_setup,
}
