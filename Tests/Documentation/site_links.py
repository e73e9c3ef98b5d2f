"""Finds links, pictures and anchors of built pages that lead nowhere. The pages of the Swift API are only looked at as targets.

usage: site_links.py FOLDER
"""
import os
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                if value in self.ids:
                    self.links.append((self.getpos()[0], f"#{value}", "twice"))
                self.ids.add(value)
            elif name in ("href", "src") and value and tag != "base":
                self.links.append((self.getpos()[0], value, ""))


def main(site):
    pages = {}
    for folder, folders, files in os.walk(site):
        folders[:] = [name for name in folders if os.path.join(folder, name) != os.path.join(site, "api")]
        for name in files:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                pages[os.path.relpath(path, site)] = Page(path)
    wrong, count = [], 0
    for name, page in sorted(pages.items()):
        for line, target, fault in page.links:
            parts = urlsplit(target)
            if fault:
                wrong.append(f"{name}:{line}: {target}: this anchor stands here twice")
            if parts.scheme or parts.netloc:
                continue
            count += 1
            path = unquote(parts.path)
            # The page for what is not found is shown for any address: its links start at the root.
            file = os.path.normpath(path.lstrip("/") if path.startswith("/") else os.path.join(os.path.dirname(name), path)) if path else name
            if path.endswith("/"):
                file = os.path.join(file, "index.html")
            anchor = unquote(parts.fragment)
            if not os.path.isfile(os.path.join(site, file)):
                wrong.append(f"{name}:{line}: {target}: there is no {file}")
            elif anchor and file in pages and anchor not in pages[file].ids:
                wrong.append(f"{name}:{line}: {target}: {file} has no such anchor")
    print("\n".join(wrong) if wrong else f"{count} links of {len(pages)} built pages lead somewhere")
    sys.exit(1 if wrong else 0)


main(*sys.argv[1:])
