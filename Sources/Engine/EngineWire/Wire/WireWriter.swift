/// Encodes a payload, field by field.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ number: UInt8) {
        bytes.append(number)
    }

    mutating func write(_ number: UInt16) {
        write(UInt8(truncatingIfNeeded: number >> 8))
        write(UInt8(truncatingIfNeeded: number))
    }

    mutating func write(_ number: UInt32) {
        write(UInt16(truncatingIfNeeded: number >> 16))
        write(UInt16(truncatingIfNeeded: number))
    }

    mutating func write(_ text: String) {
        write(UInt32(truncatingIfNeeded: text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func write(_ payload: [UInt8]) {
        bytes.append(contentsOf: payload)
    }
}
