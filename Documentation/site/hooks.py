"""What MkDocs is told beyond its settings: anchors as code hosts make them, the manual, sizes of pictures, and the index of the search."""
import json
import os
import posixpath
import re
import struct
import sys

sys.path.insert(0, os.path.dirname(__file__))
from markdown_text import slug  # noqa: E402


def on_config(config):
    config["mdx_configs"].setdefault("toc", {})["slugify"] = slug
    return config


def on_page_markdown(markdown, page, config, files):
    # The highlighter knows JSON without comments only by this name.
    return re.sub(r"^```jsonc$", "```js", markdown, flags=re.MULTILINE)


def _picture(found, page, config):
    """A picture with the size of its file, so that nothing moves while it loads."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_path), found[1]))
    file = os.path.join(config["docs_dir"], path)
    if not path.endswith(".png") or not os.path.isfile(file):
        return found[0]
    with open(file, "rb") as picture:
        width, height = struct.unpack(">II", picture.read(24)[16:])
    # The steps of the tutorial are drawn at twice their points.
    scale = 2 if "/tutorial/" in path else 1
    lazy = "" if page.url == "index.html" else ' loading="lazy"'
    return f'{found[0]} width="{width // scale}" height="{height // scale}"{lazy}'


def on_page_content(html, page, config, files):
    manual = os.path.join(os.path.dirname(config["config_file_path"]), "manual.html")
    if page.file.src_path == "manual.md" and os.path.exists(manual):
        with open(manual, encoding="utf-8") as file:
            html += file.read()
    html = re.sub(r'src="([^":]+)"', lambda found: _picture(found, page, config), html)
    # A column without a name has no header.
    html = re.sub(r"<th( [^>]*)?></th>", "<td></td>", html)
    # What scrolls can be reached with the keyboard.
    html = html.replace("<pre", '<pre tabindex="0"')
    return html.replace("<table", '<div class="scroll" tabindex="0"><table').replace("</table>", "</table></div>")


def on_post_build(config):
    """The index as a script: it can be loaded without a server, where a browser does not let pages fetch files."""
    folder = os.path.join(config["site_dir"], "search")
    with open(os.path.join(folder, "search_index.json"), encoding="utf-8") as file:
        sections = json.load(file)["docs"]
    kept = [one for one in sections if not one["location"].startswith("files/")]
    with open(os.path.join(folder, "index.js"), "w", encoding="utf-8") as file:
        file.write("window.searchIndex = " + json.dumps(kept, ensure_ascii=False) + ";\n")
    os.remove(os.path.join(folder, "search_index.json"))
