import SubdialBasics
import SubdialDrawing
import SubdialGLib

/// A picture in a store, as the reference names it: by the digests of its file and of its pixels.
package struct StoredPicture: Hashable, Sendable, Codable {
    /// The SHA-256 of the file, in 64 hexadecimal digits, which is its name in the store.
    package let sha256: String
    /// The size of the file in bytes.
    package let size: Int
    /// The digest of the pixels: a drawn picture with the same digest is equal, and the file is not needed.
    package let pixels: String

    /// Makes the name of a picture with its size and its pixels.
    package init(sha256: String, size: Int, pixels: PixelDigest) {
        self.sha256 = sha256
        self.size = size
        self.pixels = pixels.description
    }

    /// The name of a picture that Subdial has encoded.
    init(of png: [UInt8]) {
        // A file without its digest was not written here, and is decoded once.
        let pixels = ReferencePNG.digest(in: png)?.description ?? (try? PNG.decode(png)).map { PixelDigest($0).description } ?? ""
        (sha256, size, self.pixels) = (SHA256.hex(png), png.count, pixels)
    }

    /// The maximum size of a picture in a store, in bytes.
    package static let maximumSize = 64 << 20

    /// Parses the text of a reference; nil if it is none.
    init?(_ text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            guard words.count == 2, values.updateValue(words[1], forKey: words[0]) == nil else { return nil }
        }
        guard values.count == 3, let sha256 = values["sha256"], let size = values["size"].flatMap({ Int($0) }),
            let pixels = values["pixels"].flatMap({ PixelDigest(String($0)) }), (1...Self.maximumSize).contains(size),
            sha256.utf8.count == 64, sha256.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.init(sha256: String(sha256), size: size, pixels: pixels)
    }

    /// The text of a reference.
    var text: String { "sha256 \(sha256)\nsize \(size)\npixels \(pixels)\n" }

    /// The path of the file in a store: names of a folder are spread over 256.
    package var path: String { "\(sha256.prefix(2))/\(sha256).png" }

    /// True if these are the bytes of the file.
    package func isName(of bytes: [UInt8]) -> Bool { bytes.count == size && SHA256.hex(bytes) == sha256 }
}
