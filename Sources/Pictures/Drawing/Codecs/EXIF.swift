/// Parses the orientation in EXIF data.
enum EXIF {
    /// Returns the orientation in a JPEG's EXIF segment; upright if it is missing or invalid.
    static func orientation(inJPEG bytes: [UInt8]) -> Orientation {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            // Fill bytes can precede a marker. The start of a scan ends the headers.
            if marker == 0xFF {
                position += 1
                continue
            }
            guard marker != 0xDA, marker != 0xD9 else { break }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2, position + 2 + length <= bytes.count else { break }
            let segment = bytes[(position + 4)..<(position + 2 + length)]
            if marker == 0xE1, segment.starts(with: Array("Exif\0\0".utf8)) {
                return orientation(inTIFF: Array(segment.dropFirst(6)))
            }
            position += 2 + length
        }
        return .up
    }

    private static func orientation(inTIFF bytes: [UInt8]) -> Orientation {
        guard let isLittleEndian = isLittleEndian(bytes) else { return .up }
        func number(at offset: Int, count: Int) -> Int? {
            guard offset >= 0, offset + count <= bytes.count else { return nil }
            let digits = bytes[offset..<offset + count]
            return (isLittleEndian ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard number(at: 2, count: 2) == 42, let directory = number(at: 4, count: 4), let count = number(at: directory, count: 2) else {
            return .up
        }
        for entry in 0..<count {
            let offset = directory + 2 + entry * 12
            guard let tag = number(at: offset, count: 2) else { break }
            // A short number is in the first bytes of the entry's value.
            if tag == 0x0112, number(at: offset + 2, count: 2) == 3, let value = number(at: offset + 8, count: 2) {
                return Orientation(rawValue: value) ?? .up
            }
        }
        return .up
    }

    private static func isLittleEndian(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: "II".utf8) { return true }
        if bytes.starts(with: "MM".utf8) { return false }
        return nil
    }
}
