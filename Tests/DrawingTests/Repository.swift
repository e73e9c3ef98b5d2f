import FoundationEssentials
import SubdialDrawing

/// The files of this repository for the tests.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let fontConfiguration = root.appending(path: "Templates/fonts.conf").path

    /// Returns the bytes of a picture in `Fixtures`.
    static func fixture(_ name: String) throws -> [UInt8] {
        let file = root.appending(path: "Tests/DrawingTests/Fixtures").appending(path: name)
        return try Array(Data(contentsOf: file))
    }

    /// Returns the bytes of a cover in the repository's `Fixtures`.
    static func artwork(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: root.appending(path: "Fixtures/artwork").appending(path: name)))
    }
}

extension Bitmap {
    /// Returns the largest difference of any byte; nil for different sizes.
    func difference(from other: Bitmap) -> Int? {
        guard width == other.width, height == other.height else { return nil }
        return zip(pixels, other.pixels).map { abs(Int($0) - Int($1)) }.max()
    }
}
