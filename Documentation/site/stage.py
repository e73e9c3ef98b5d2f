"""Lays out the pages of the site from README.md, CONTRIBUTING.md and Documentation, with what they link to.

usage: stage.py REPOSITORY TARGET
"""
import os
import posixpath
import re
import shutil
import sys

import yaml
from markdown_text import links, with_links

PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md"}
LANGUAGES = {"yaml": "yaml", "yml": "yaml", "json": "json", "swift": "swift", "sh": "sh", "py": "python", "toml": "toml", "service": "ini"}
LONGEST = 60_000


class Stage:
    """The pages that are staged, and the files that still have to be."""

    def __init__(self, root, target):
        self.root, self.target, self.waiting, self.done = root, target, [], set()

    def isfile(self, path):
        return os.path.isfile(os.path.join(self.root, path))

    def place(self, path):
        """Where a file or folder of the repository stands among the pages."""
        if path in PAGES:
            return PAGES[path]
        if path.startswith("Documentation/pictures/"):
            return path.removeprefix("Documentation/")
        if posixpath.dirname(path) == "Documentation" and path.endswith(".md"):
            return path.removeprefix("Documentation/")
        # MkDocs leaves out names with a dot before them, and takes a README for the page of its folder.
        place = re.sub(r"(^|/)\.", r"\1_", path).replace("README.md", "about.md")
        if not self.isfile(path):
            return f"files/{place}/index.md"
        if path.endswith(".md"):
            return f"files/{place}"
        return f"files/{place}.md" if self.text(path) is not None else f"files/{place}"

    def text(self, path):
        """The text of a file that is shown as a page; none of a picture, or of what is too long."""
        if path.endswith(".svg") or os.path.getsize(os.path.join(self.root, path)) > LONGEST:
            return None
        try:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                return file.read()
        except UnicodeDecodeError:
            return None

    def write(self, place, text):
        file = os.path.join(self.target, place)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8") as output:
            output.write(text)

    def link(self, source, target):
        """A link of a file as it has to be on the page of that file."""
        if "://" in target or target.startswith(("#", "mailto:")):
            return target
        path, mark, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if not os.path.exists(os.path.join(self.root, path)):
            return target
        self.waiting.append(path)
        return posixpath.relpath(self.place(path), posixpath.dirname(self.place(source)) or ".") + mark + anchor

    def folder(self, path):
        """A page that lists all files of a folder; drawings are shown."""
        names = []
        for folder, folders, files in os.walk(os.path.join(self.root, path)):
            folders[:] = sorted(name for name in folders if not name.startswith(".") or path.startswith("Examples"))
            names += [posixpath.relpath(os.path.join(folder, name), self.root) for name in sorted(files)]
        readme = f"{path}/README.md"
        shown = [f"# {path}\n"]
        if readme in names:
            self.waiting.append(readme)
            shown.append("[README.md](about.md)\n")
        drawings = [name for name in names if name.endswith(".svg")]
        for name in names:
            if name not in drawings and name != readme:
                self.waiting.append(name)
                shown.append(f"- [`{posixpath.relpath(name, path)}`]({posixpath.relpath(self.place(name), f'files/{path}')})")
        if drawings:
            shown.append("\n## Drawings\n")
            for name in drawings:
                self.waiting.append(name)
                label = posixpath.relpath(name, path)
                shown.append(f"![{label}]({posixpath.relpath(self.place(name), f'files/{path}')} \"{label}\")")
        self.write(self.place(path), "\n".join(shown) + "\n")

    def add(self, path):
        if path in self.done:
            return
        self.done.add(path)
        place = self.place(path)
        if not self.isfile(path):
            self.folder(path)
        elif path.endswith(".md"):
            self.write(place, with_links(self.text(path) or "", lambda target: self.link(path, target)))
        elif place.endswith(".md"):
            language = LANGUAGES.get(path.rsplit(".", 1)[-1], "text")
            self.write(place, f"# {path}\n\n~~~~{language}\n{(self.text(path) or '').rstrip()}\n~~~~\n")
        else:
            os.makedirs(os.path.dirname(os.path.join(self.target, place)), exist_ok=True)
            shutil.copyfile(os.path.join(self.root, path), os.path.join(self.target, place))

    def all(self):
        folder = os.path.join(self.root, "Documentation")
        self.waiting = list(PAGES) + [f"Documentation/{name}" for name in sorted(os.listdir(folder)) if name.endswith(".md")]
        pages = [self.place(path) for path in self.waiting]
        while self.waiting:
            self.add(self.waiting.pop())
        return pages


def main(root, target):
    pages = Stage(root, os.path.join(target, "pages")).all()
    with open(os.path.join(root, "Documentation/site/mkdocs.yml"), encoding="utf-8") as file:
        settings = yaml.safe_load(file)
    named = {page for section in settings["nav"] for entries in section.values() for entry in entries for page in entry.values()}
    more = [page for page in pages if page not in named]
    if more:
        settings["nav"].append({"More": more})
    with open(os.path.join(target, "mkdocs.yml"), "w", encoding="utf-8") as file:
        yaml.safe_dump(settings, file, allow_unicode=True, sort_keys=False)


main(*sys.argv[1:])
