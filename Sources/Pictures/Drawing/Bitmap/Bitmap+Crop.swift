import SubdialBasics

extension Bitmap {
    /// Returns the part that begins at column `x` and row `y`, limited to the bounds of the picture.
    package func cropped(x: Int, y: Int, width: Int, height: Int) -> Bitmap {
        let left = min(max(0, x), self.width - 1)
        let top = min(max(0, y), self.height - 1)
        let width = min(max(1, width), self.width - left)
        let height = min(max(1, height), self.height - top)
        guard width < self.width || height < self.height else { return self }
        var part: [UInt8] = []
        part.reserveCapacity(width * height * 4)
        for row in top..<top + height {
            let begin = (row * self.width + left) * 4
            part += pixels[begin..<begin + width * 4]
        }
        return Bitmap(unchecked: part, width: width, height: height)
    }

    /// Returns the largest centred part with the aspect ratio of `width` to `height`.
    package func croppedToAspect(width: Int, height: Int) -> Bitmap {
        guard width > 0, height > 0 else { return self }
        let crop = AspectCrop(sourceWidth: self.width, sourceHeight: self.height, width: width, height: height)
        return cropped(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
    }

    /// Returns the largest centred square.
    package func croppedToSquare() -> Bitmap {
        croppedToAspect(width: 1, height: 1)
    }
}

/// The largest centred part of a picture with a given aspect ratio.
struct AspectCrop: Equatable {
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    init(sourceWidth: Int, sourceHeight: Int, width targetWidth: Int, height targetHeight: Int) {
        let ratio = Double(targetWidth) / Double(targetHeight)
        if Double(sourceWidth) > Double(sourceHeight) * ratio {
            width = min(sourceWidth, max(1, Int(saturating: (Double(sourceHeight) * ratio).rounded())))
            height = sourceHeight
        } else {
            width = sourceWidth
            height = min(sourceHeight, max(1, Int(saturating: (Double(sourceWidth) / ratio).rounded())))
        }
        x = (sourceWidth - width) / 2
        y = (sourceHeight - height) / 2
    }

    /// Creates the part that is the whole picture.
    init(whole bitmap: Bitmap) {
        (x, y, width, height) = (0, 0, bitmap.width, bitmap.height)
    }
}
