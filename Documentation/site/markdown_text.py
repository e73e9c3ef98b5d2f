"""What the pages' checks and the site need of Markdown: links, anchors and blocks of code, each with its line."""
import re

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})\s*([\w-]*)")
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)((?:\s+\"[^\"]*\")?)\)")
_HEADING = re.compile(r"^(#{1,6}) +(.*?) *#*$")


def lines(text):
    """Each line as its number, its text, and whether it stands in a block of code (the fences included)."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        found = _FENCE.match(line)
        if fence is None and found:
            fence = found[1]
            yield number, line, True
        elif fence is not None:
            yield number, line, True
            if found and found[1].startswith(fence) and not found[2]:
                fence = None
        else:
            yield number, line, False


def blocks(text, languages):
    """The blocks of code in one of the languages: the number of the first line, the language, the lines."""
    block = None
    for number, line, in_code in lines(text):
        found = _FENCE.match(line)
        if block is None and in_code and found:
            block = (number + 1, found[2], [])
        elif block is not None and in_code and not (found and not found[2]):
            block[2].append(line)
        elif block is not None:
            if block[1] in languages:
                yield block
            block = None


def _outside_code(line):
    """The parts of a line, each with whether it is text and not code between backticks."""
    at = 0
    for code in re.finditer(r"(`+)(?!`).*?(?<!`)\1(?!`)", line):
        yield line[at:code.start()], True
        yield code[0], False
        at = code.end()
    yield line[at:], True


def links(text):
    """The targets of the links and pictures: line, target."""
    for number, line, in_code in lines(text):
        if in_code:
            continue
        # Code within the words of a link is a part of it.
        bare = "".join(part if is_text else "x" for part, is_text in _outside_code(line))
        for found in _LINK.finditer(bare):
            yield number, found[3]


def with_links(text, change):
    """The text with every target replaced by `change(target)`."""
    done = []
    for _, line, in_code in lines(text):
        if not in_code:
            codes = []

            def hide(part):
                codes.append(part)
                return "\x00%d\x00" % (len(codes) - 1)

            bare = "".join(part if is_text else hide(part) for part, is_text in _outside_code(line))
            bare = _LINK.sub(lambda found: "%s[%s](%s%s)" % (found[1], found[2], change(found[3]), found[4]), bare)
            line = re.sub("\x00(\\d+)\x00", lambda found: codes[int(found[1])], bare)
        done.append(line)
    return "\n".join(done)


def slug(heading, separator="-"):
    """The anchor of a heading, as code hosts make it."""
    text = re.sub(r"\]\([^)]*\)", "", heading)
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


def anchors(text):
    """The anchors of a page's headings."""
    found, counts = set(), {}
    for _, line, in_code in lines(text):
        heading = None if in_code else _HEADING.match(line)
        if heading:
            name = slug(heading[2])
            number = counts.get(name, 0)
            counts[name] = number + 1
            found.add(name if number == 0 else "%s-%d" % (name, number))
    return found
