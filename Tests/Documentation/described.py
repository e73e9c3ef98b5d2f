"""Finds commands, their options, and keys of files that no page describes.

usage: described.py REPOSITORY FOLDER-OF-THE-BUILD
The program lists its options and the schemas of templates and kinds. The keys of the configuration and of suites are those of the code that reads
them. An option counts as described if it stands on any page. A key counts as described if it stands in code (between backticks, or in a block) on one
of the pages for it.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

from markdown_text import lines

# The pages that describe the keys of a file.
PAGES = {
    "kind.yaml": ["kinds", "cookbook", "library", "mixer", "serve", "match"],
    "templates": ["templates", "looks", "first-widget"],
    "the configuration": ["configuration", "bars", "kinds", "library", "serve", "screens"],
    "suites": ["snapshots"],
}
# The code that reads a file whose format has no schema, and a key that it certainly has.
READERS = {
    "the configuration": (["Sources/Engine/Engine/Configuration", "Sources/Engine/Engine/Displays", "Sources/Engine/Engine/MQTT"], "maxStep"),
    "suites": (["Sources/Testing/Snapshots/Suite", "Sources/Pictures/Widgets/Look"], "maxDifferentRatio"),
}
# A list of keys, and a key with the code that reads it.
_LIST = re.compile(r"(?:\bof: |\b(?:keys|top|caseKeys|lineKeys|pictureOptions)\b[^=\n]*= *)\[([^\]]*)\]")
_ENTRY = re.compile(r'^ *"(\w+)": \{ \(', re.MULTILINE)
_AXIS = re.compile(r'\bsuite: "(\w+)"')


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def code(text):
    """The code of a page: its blocks, and what stands between backticks."""
    found = []
    for _, line, in_code in lines(text):
        found += [line] if in_code else re.findall(r"`([^`]+)`", line)
    return "\n".join(found)


def options(command, names=()):
    """The visible options of a command and of all below it, each with the command's name."""
    names = (*names, command["commandName"])
    for argument in command.get("arguments") or []:
        if argument["shouldDisplay"]:
            for name in argument.get("names") or []:
                yield ("--" if name["kind"] == "long" else "-") + name["name"], " ".join(names)
    for one in command.get("subcommands") or []:
        if one.get("shouldDisplay", True):
            yield from options(one, names)


def commands(command, names=()):
    """The names of a command and of all visible ones below it."""
    names = (*names, command["commandName"])
    yield names
    for one in command.get("subcommands") or []:
        if one.get("shouldDisplay", True):
            yield from commands(one, names)


def schema_keys(schema):
    """The names of all properties of a JSON Schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield from schema["properties"]
        for value in schema.values():
            yield from schema_keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from schema_keys(value)


def reader_keys(folders, certain):
    """The keys that the Swift files of folders read."""
    found = set()
    for folder in folders:
        for path in glob.glob(f"{folder}/**/*.swift", recursive=True):
            text = read(path)
            for names in _LIST.findall(text):
                found.update(re.findall(r'"(\w+)"', names))
            found.update(_ENTRY.findall(text))
            found.update(_AXIS.findall(text))
    if certain not in found:
        sys.exit(f"described.py: {', '.join(folders)} has no list with '{certain}': the form of the code has changed")
    return found


def main(root, build):
    os.chdir(root)
    home = tempfile.TemporaryDirectory()
    # Without the configuration of whoever runs this.
    environment = {"HOME": home.name, "XDG_RUNTIME_DIR": home.name, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}

    def output(*words):
        run = subprocess.run([os.path.join(build, "subdial"), *words], env=environment, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(run.stdout)

    pages = {os.path.basename(path)[:-3]: read(path) for path in glob.glob("Documentation/*.md")}
    described = {name: code(text) for name, text in pages.items() if name != "swift-coverage"}
    everything = "\n".join([read("README.md"), *(text for name, text in pages.items() if name != "swift-coverage")])
    missing, count = [], 0
    help_ = output("--experimental-dump-help")["command"]
    known = {}
    for option, command in options(help_):
        known.setdefault(option, command)
    for option, command in sorted(known.items()):
        count += 1
        if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", everything):
            missing.append(f"no page has the option {option} of '{command}'")
    for names in commands(help_):
        count += 1
        if len(names) > 1 and not re.search(rf"(?<![\w-]){re.escape(names[-1])}(?![\w-])", "\n".join(described.values())):
            missing.append(f"no page has the command '{' '.join(names)}'")
    keys = {"templates": set(schema_keys(output("template", "schema"))), "kind.yaml": set(schema_keys(output("kind", "schema")))}
    keys.update({name: reader_keys(*places) for name, places in READERS.items()})
    for name, found in keys.items():
        absent = [page for page in PAGES[name] if page not in described]
        if absent:
            sys.exit(f"described.py: there is no page {', '.join(absent)}")
        text = "\n".join(described[page] for page in PAGES[name])
        for key in sorted(found):
            count += 1
            if not re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", text):
                missing.append(f"no page of {', '.join(PAGES[name])} has the key '{key}' of {name}")
    print("\n".join(missing) if missing else f"{count} commands, options and keys are described")
    sys.exit(1 if missing else 0)


main(*sys.argv[1:])
