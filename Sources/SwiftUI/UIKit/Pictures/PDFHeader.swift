internal import SubdialLayout

/// The size of a PDF's first page in points, without the objects that are compressed.
///
/// The page box is the crop box if there is one, else the media box, as PDF viewers do; a page that is turned by 90° has its sides swapped.
struct PDFHeader {
    private(set) var size: Size?

    init(_ bytes: [UInt8]) {
        guard var box = Self.box("/CropBox", in: bytes) ?? Self.box("/MediaBox", in: bytes) else { return }
        if let media = Self.box("/MediaBox", in: bytes) {
            // A crop box reaches no farther than the media box.
            box = [max(box[0], media[0]), max(box[1], media[1]), min(box[2], media[2]), min(box[3], media[3])]
        }
        let (width, height) = (box[2] - box[0], box[3] - box[1])
        let isTurned = Self.number("/Rotate", in: bytes).map { Int(exactly: $0 / 90).map { $0 % 2 != 0 } ?? false } ?? false
        size = isTurned ? Size(height, width) : Size(width, height)
    }

    /// The four numbers of the first array behind a name, its corners in order.
    private static func box(_ name: String, in bytes: [UInt8]) -> [Double]? {
        guard let rest = text(after: name, in: bytes), let open = rest.firstIndex(of: "["), rest[..<open].allSatisfy(\.isWhitespace),
            let close = rest[open...].firstIndex(of: "]")
        else { return nil }
        let numbers = rest[rest.index(after: open)..<close].split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
        return [min(numbers[0], numbers[2]), min(numbers[1], numbers[3]), max(numbers[0], numbers[2]), max(numbers[1], numbers[3])]
    }

    private static func number(_ name: String, in bytes: [UInt8]) -> Double? {
        text(after: name, in: bytes).flatMap { Double($0.drop(while: \.isWhitespace).prefix { $0.isNumber || $0 == "-" || $0 == "." }) }
    }

    /// The beginning of what follows the first occurrence of a name.
    private static func text(after name: String, in bytes: [UInt8]) -> String? {
        let name = Array(name.utf8)
        guard bytes.count > name.count else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while let slash = bytes[start...].firstIndex(of: name[0]) {
                let end = slash + name.count
                guard end <= bytes.count else { return nil }
                // A longer name is another one.
                let isWhole = end == bytes.count || !(bytes[end] >= 0x61 && bytes[end] <= 0x7A || bytes[end] >= 0x41 && bytes[end] <= 0x5A)
                if isWhole, bytes[slash..<end].elementsEqual(name) {
                    return String(decoding: bytes[end..<min(end + 200, bytes.count)], as: UTF8.self)
                }
                start = slash + 1
            }
            return nil
        }
    }
}
