"""Finds links of the Markdown that lead nowhere, and anchors that no heading has.

usage: links.py FOLDER      the repository, or the folder with the installed pages
"""
import glob
import os
import sys
from urllib.parse import unquote

from markdown_text import anchors, links


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main(root):
    os.chdir(root)
    places = ("*.md", "Documentation/*.md", "Fixtures/**/*.md", "Examples/**/*.md")
    pages = [page for place in places for page in sorted(glob.glob(place, recursive=True))]
    if not pages:
        sys.exit(f"links.py: {root} has no pages")
    wrong, count = [], 0
    for page in pages:
        for line, target in links(read(page)):
            if "://" in target or target.startswith("mailto:"):
                continue
            count += 1
            path, _, anchor = unquote(target).partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(file):
                wrong.append(f"{page}:{line}: {target}: there is no {file}")
            elif anchor and (not file.endswith(".md") or anchor not in anchors(read(file))):
                wrong.append(f"{page}:{line}: {target}: {file} has no heading for #{anchor}")
    print("\n".join(wrong) if wrong else f"{count} links of {len(pages)} pages lead somewhere")
    sys.exit(1 if wrong else 0)


main(*sys.argv[1:])
