"""Runs every command of the pages, in the order in which they stand there, and compares what it writes with what the page shows.

usage: commands.py REPOSITORY FOLDER-OF-THE-BUILD
Each page has a home and a folder of its own, with the repository's folders in it. commands.yaml says what else a page needs.
"""
import glob
import os
import shutil
import sys
import tempfile

import yaml
from markdown_text import blocks
from shell import Shell, matches


def commands(text):
    """The commands of a page: line, command, the lines that it writes there."""
    for first, language, lines in blocks(text, ("console", "sh", "bash")):
        if language != "console":
            yield first, "\n".join(lines), []
            continue
        found = []
        for number, line in enumerate(lines, first):
            if line.startswith("$ "):
                found.append((number, [line[2:]], []))
            elif found and found[-1][1][-1].endswith("\\"):
                found[-1][1].append(line)
            elif found:
                found[-1][2].append(line)
        for number, command, output in found:
            yield number, "\n".join(command), output


class Page:
    """A page whose commands are run."""

    def __init__(self, name, root, build, rules, general):
        self.name, self.root, self.build, self.rules, self.general = name, root, build, rules, general
        self.wrong, self.run, self.not_compared, self.skipped, self.used = [], 0, 0, {}, set()

    def rule(self, command):
        for start, rule in (self.rules.get("commands") or {}).items():
            if command.startswith(start):
                self.used.add(start)
                return rule
        return next((rule for start, rule in self.general.items() if command.startswith(start)), {})

    def shell(self, folder):
        home = os.path.join(folder, "home", "ada")
        runtime = os.path.join(folder, "run")
        os.makedirs(runtime, mode=0o700)
        work = os.path.join(folder, "work")
        os.makedirs(os.path.join(work, "Output"))
        for name in ("Fixtures", "Templates", "Documentation", "Examples"):
            os.symlink(os.path.join(self.root, name), os.path.join(work, name))
        environment = {
            "HOME": home, "PATH": f"{self.build}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": runtime, "LANG": "C.UTF-8", "TZ": "Europe/Berlin",
            "NO_COLOR": "1",
        }
        with open(os.path.join(self.root, self.name), encoding="utf-8") as file:
            files = list(blocks(file.read(), ("yaml",)))
        for path, number in (self.rules.get("files") or {}).items():
            os.makedirs(os.path.dirname(os.path.join(work, path)), exist_ok=True)
            with open(os.path.join(work, path), "w", encoding="utf-8") as file:
                file.write("\n".join(files[number - 1][2]) + "\n")
        os.makedirs(os.path.join(home, ".config/subdial"))
        with open(os.path.join(home, ".config/subdial/config.yaml"), "w", encoding="utf-8") as file:
            file.write("bridge: http://127.0.0.1:8088\n" + self.rules.get("configuration", ""))
        shell = Shell(folder, environment)
        shell.start = work
        return shell

    def check(self, line, command, output, shell):
        rule = self.rule(command)
        if "not-run" in rule:
            self.skipped.setdefault(rule["not-run"], []).append(f"{self.name}:{line}")
            return
        self.run += 1
        expected = "\n".join(output)
        compared = bool(output) and "not-compared" not in rule
        self.not_compared += bool(output) and not compared
        if "until" in rule:
            # It runs on: until it has written what the page shows, or the file is there.
            def seen(written):
                if rule["until"] == "output":
                    # A feed hides its module by an empty line while its source is slow.
                    return matches(expected + "…", written.lstrip("\n")) if compared else bool(written.strip())
                return os.path.exists(os.path.join(shell.start, os.path.expandvars(rule["until"]).replace("~", shell.environment["HOME"])))
            good, written = shell.stay(command, seen)
            if not rule.get("stays"):
                shell.end_last()
            fault = None if good else f"it never came to {rule['until']}"
        else:
            status, written = shell.run(command, 120)
            fault = None
            if status != rule.get("status", 0):
                fault = "it does not end" if status is None else f"exit status {status}"
            elif compared and not matches(expected, written):
                fault = f"the page shows\n{expected}\n  and it writes"
        if fault:
            self.wrong.append(f"{self.name}:{line}: $ {command}\n  {fault}\n{written.rstrip()}")

    def all(self):
        with open(os.path.join(self.root, self.name), encoding="utf-8") as file:
            found = list(commands(file.read()))
        if not found:
            return
        folder = tempfile.mkdtemp(prefix="docs-")
        shell = self.shell(folder)
        try:
            bridge = [{"run": "subdial simulate", "says": "listening"}] if self.rules.get("bridge") else []
            for program in bridge + (self.rules.get("beside") or []):
                good, written = shell.stay(program["run"], lambda text: program["says"] in text)
                if not good:
                    self.wrong.append(f"{self.name}: beside it: {program['run']}\n{written}")
            if "before" in self.rules:
                status, written = shell.run("set -e\n" + self.rules["before"] + "\nset +e")
                if status != 0:
                    self.wrong.append(f"{self.name}: before it: exit status {status}\n{written}")
            for line, command, output in found:
                self.check(line, command, output, shell)
            shell.run("subdial engine stop")
        finally:
            shell.close()
            shutil.rmtree(folder, ignore_errors=True)
        self.wrong += [f"{self.name}: no command starts with: {start}" for start in (self.rules.get("commands") or {}) if start not in self.used]


def main(root, build):
    root = os.path.realpath(root)
    with open(os.path.join(root, "Tests/Documentation/commands.yaml"), encoding="utf-8") as file:
        rules = yaml.safe_load(file)
    os.chdir(root)
    names = os.environ.get("SUBDIAL_PAGES", "").split() or ["README.md", "CONTRIBUTING.md", *sorted(glob.glob("Documentation/*.md"))]
    pages = [Page(name, root, build, rules.get(name) or {}, rules["everywhere"]) for name in names]
    skipped = {}
    for page in pages:
        page.all()
        print("\n".join(page.wrong), end="\n" if page.wrong else "", flush=True)
        for reason, places in page.skipped.items():
            skipped.setdefault(reason, []).extend(places)
    count = sum(len(places) for places in skipped.values())
    print(f"{sum(page.run for page in pages)} commands of the documentation were run, "
          f"the output of {sum(page.not_compared for page in pages)} of them not compared; {count} were not run:")
    for reason, places in sorted(skipped.items(), key=lambda one: -len(one[1])):
        print(f"  {len(places)} {reason}: {', '.join(places)}")
    sys.exit(1 if any(page.wrong for page in pages) else 0)


main(*sys.argv[1:])
