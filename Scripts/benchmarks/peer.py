"""Runs rounds of a library that is compared, one for each line of standard input.

usage: peer.py takumi|skia COVER [PICTURE] | resvg SVG [PICTURE] | pixelmatch PIXELS PIXELS     PICTURE receives the last picture
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from benchmarks import scene  # noqa: E402

FONTS = {weight: f"/usr/share/fonts/opentype/inter/Inter-{name}.otf" for weight, name in ((400, "Regular"), (600, "SemiBold"))}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def takumi(cover):
    """Draws HTML with absolute positions; the cover is a resource, and Inter the only font."""
    from takumi_py import Renderer

    renderer = Renderer(load_default_fonts=False, fonts=[read(path) for path in FONTS.values()])
    images = [("cover", read(cover))]

    def box(x, y, width, height, style, content=""):
        return f'<div style="position:absolute;left:{x}px;top:{y}px;width:{width}px;height:{height}px;{style}">{content}</div>'

    def page(second):
        x, y, width, height, radius = scene.COVER
        image = f'<img src="cover" style="width:{width}px;height:{height}px;object-fit:cover;border-radius:{radius}px"/>'
        parts = [box(x, y, width, height, "", image)]
        for x, y, width, height, radius, color in scene.boxes(second):
            parts.append(box(x, y, width, height, f"background:{color};border-radius:{radius}px"))
        for x, baseline, size, weight, color, text, align in scene.texts(second):
            left = x if align == "left" else x - 60
            style = f"display:flex;justify-content:{'flex-start' if align == 'left' else 'flex-end'};"
            style += f"color:{color};font-size:{size}px;font-weight:{weight};line-height:{size}px;white-space:nowrap"
            parts.append(box(left, baseline - size * 0.86, 160 if align == "left" else 60, size, style, text))
        for points in scene.TRIANGLES:
            left, top = min(x for x, _ in points), min(y for _, y in points)
            corners = " ".join(f"{x - left},{y - top}" for x, y in points)
            svg = f"<svg xmlns='http://www.w3.org/2000/svg' width='8' height='10' viewBox='0 0 8 10'><polygon points='{corners}' fill='#ffffff'/></svg>"
            parts.append(box(left, top, 8, 10, "", svg))
        style = f"position:relative;display:flex;width:{scene.WIDTH}px;height:{scene.HEIGHT}px;overflow:hidden;font-family:Inter;"
        return f'<div style="{style}background:{scene.BACKGROUND};border-radius:{scene.RADIUS}px">{"".join(parts)}</div>'

    def draw(second):
        return renderer.render_html(
            page(second), width=scene.WIDTH * scene.SCALE, height=scene.HEIGHT * scene.SCALE, format="png",
            device_pixel_ratio=float(scene.SCALE), images=images)

    return draw


def skia(cover):
    """Draws the same shapes directly."""
    import skia

    # Decoded once, as the other programs do.
    image = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(read(cover))).makeRasterImage()
    faces = {weight: skia.Typeface.MakeFromFile(path) for weight, path in FONTS.items()}
    fonts = {(size, weight): skia.Font(faces[weight], size) for _, _, size, weight, *_ in scene.texts(0)}

    def paint(color):
        if color.startswith("#"):
            return skia.Paint(AntiAlias=True, Color=0xFF000000 | int(color[1:], 16))
        *rgb, alpha = color[5:-1].split(",")
        return skia.Paint(AntiAlias=True, Color=skia.Color(*map(int, rgb), round(float(alpha) * 255)))

    def draw(second):
        surface = skia.Surface(scene.WIDTH * scene.SCALE, scene.HEIGHT * scene.SCALE)
        canvas = surface.getCanvas()
        canvas.scale(scene.SCALE, scene.SCALE)
        canvas.clipRRect(skia.RRect.MakeRectXY(skia.Rect.MakeWH(scene.WIDTH, scene.HEIGHT), scene.RADIUS, scene.RADIUS), True)
        canvas.clear(skia.Color4f(paint(scene.BACKGROUND).getColor()))
        x, y, width, height, radius = scene.COVER
        target = skia.Rect.MakeXYWH(x, y, width, height)
        canvas.save()
        canvas.clipRRect(skia.RRect.MakeRectXY(target, radius, radius), True)
        canvas.drawImageRect(image, target, skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear))
        canvas.restore()
        for x, y, width, height, radius, color in scene.boxes(second):
            canvas.drawRoundRect(skia.Rect.MakeXYWH(x, y, width, height), radius, radius, paint(color))
        for x, baseline, size, weight, color, text, align in scene.texts(second):
            font = fonts[size, weight]
            canvas.drawString(text, x if align == "left" else x - font.measureText(text), baseline, font, paint(color))
        for points in scene.TRIANGLES:
            path = skia.Path()
            path.addPoly([skia.Point(*point) for point in points], True)
            canvas.drawPath(path, paint(scene.WHITE))
        return bytes(surface.makeImageSnapshot().encodeToData(skia.kPNG, 100))

    return draw


def resvg(path):
    """Draws the SVG that Subdial writes of the widget."""
    import resvg_py

    text = read(path).decode()
    return lambda second: bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=scene.SCALE, skip_system_fonts=True))


def pixelmatch(expected, actual):
    """Compares two files of 1920 × 1080 pixels with a byte each of red, green, blue and alpha."""
    from pixelmatch import pixelmatch as compare

    pixels = [read(path) for path in (expected, actual)]

    def work(second):
        compare(*pixels, 1920, 1080)
        return b""

    return work


def main(name, *paths):
    works = {"takumi": takumi, "skia": skia, "resvg": resvg, "pixelmatch": pixelmatch}
    target = paths[1] if name != "pixelmatch" and len(paths) > 1 else None
    work = works[name](*(paths if name == "pixelmatch" else paths[:1]))
    last = b""
    for second, _ in enumerate(sys.stdin):
        start = time.perf_counter()
        last = work(second + 1)
        print(f"{(time.perf_counter() - start) * 1000:.6f}\t{len(last)}", flush=True)
    if target:
        with open(target, "wb") as file:
            file.write(last)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
