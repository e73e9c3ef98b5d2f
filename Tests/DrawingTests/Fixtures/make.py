#!/usr/bin/env python3
"""Writes the pictures that the tests decode, beside this file. Needs Pillow (on Debian: python3-pil).

All show the same 16 × 12 pixels: red and green above blue and white, each a quarter.
"""

from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
WIDTH, HEIGHT = 16, 12
COLORS = [[(255, 0, 0), (0, 255, 0)], [(0, 0, 255), (255, 255, 255)]]

# What makes of the upright picture one that is stored the way each EXIF orientation says.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def quarters() -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            image.putpixel((x, y), COLORS[y * 2 // HEIGHT][x * 2 // WIDTH])
    return image


def save(image: Image.Image, name: str, **options: object) -> None:
    image.save(HERE / name, **options)


def main() -> None:
    picture = quarters()
    exact = {"quality": 95, "subsampling": 0}
    save(picture, "baseline.jpg", **exact)
    save(picture, "subsampled.jpg", quality=90, subsampling=2)
    save(picture, "progressive.jpg", progressive=True, **exact)
    save(picture.convert("L"), "grey.jpg", quality=95)
    save(picture.convert("CMYK"), "cmyk.jpg", **exact)
    for orientation, transpose in STORED.items():
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = picture if transpose is None else picture.transpose(transpose)
        save(stored, f"orientation-{orientation}.jpg", exif=exif, **exact)

    # The last quarter is see-through.
    cut = picture.convert("RGBA")
    cut.paste((255, 255, 255, 0), (WIDTH // 2, HEIGHT // 2, WIDTH, HEIGHT))
    save(picture, "rgb.png")
    save(cut, "rgba.png")
    save(picture.convert("L"), "grey.png")
    save(cut.convert("LA"), "grey-alpha.png")
    save(picture.quantize(4), "palette.png")
    save(cut.quantize(4), "palette-alpha.png")
    save(picture.convert("L").convert("I;16").point(lambda value: value * 257), "grey-16.png")

    save(picture, "lossy.webp", quality=90)
    save(picture, "lossless.webp", lossless=True)
    save(cut, "alpha.webp", lossless=True, exact=True)
    save(picture, "animated.webp", save_all=True, append_images=[picture.rotate(180)], lossless=True)
    save(picture, "still.gif")


if __name__ == "__main__":
    main()
