/// The part of EXIF data that matters for drawing: the orientation.
enum EXIF {
    /// Returns the orientation in the data, which may begin with `Exif` and two zero bytes; upright if it is missing or invalid.
    static func orientation(in data: ArraySlice<UInt8>) -> Orientation {
        let bytes = Array(data.starts(with: Array("Exif\0\0".utf8)) ? data.dropFirst(6) : data)
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
