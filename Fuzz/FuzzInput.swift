// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    /// Converts bytes to values, for targets that need more than bytes.
    ///
    /// After the end of the bytes, the values are zero, false and empty texts.
    struct FuzzInput {
        private var bytes: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) {
            self.bytes = bytes[...]
        }

        var isEmpty: Bool { bytes.isEmpty }

        mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

        mutating func flag() -> Bool { byte() & 1 == 1 }

        mutating func choice<Value>(of values: [Value]) -> Value { values[Int(byte()) % values.count] }

        mutating func integer() -> UInt64 { (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) } }

        /// Returns any double; half of them are typical or extreme values.
        mutating func double() -> Double {
            let common: [Double] = [
                0, 1, -1, 0.5, 100, 1e6, 1e9, -1e9, 9.3e18, -9.3e18, 1e300, -1e300, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
                1_767_903_304,
            ]
            let selector = byte()
            return selector < 128 ? common[Int(selector) % common.count] : Double(bitPattern: integer())
        }

        /// Returns the text before the next byte that UTF-8 never contains, or all remaining text.
        mutating func text() -> String { String(decoding: field(), as: UTF8.self) }

        mutating func field() -> [UInt8] {
            let field = bytes.prefix { $0 != 0xFF }
            bytes = bytes.dropFirst(field.count + 1)
            return Array(field)
        }

        /// Returns a value, or nil in a quarter of the cases.
        mutating func optional<Value>(_ value: (inout FuzzInput) -> Value) -> Value? {
            byte() % 4 == 0 ? nil : value(&self)
        }

        mutating func rest() -> [UInt8] {
            defer { bytes = [] }
            return Array(bytes)
        }

        /// Returns all remaining bytes in pieces of at most `size` bytes.
        mutating func pieces(of size: Int) -> [[UInt8]] {
            let all = rest()
            return stride(from: 0, to: all.count, by: max(1, size)).map { Array(all[$0..<min($0 + max(1, size), all.count)]) }
        }
    }
#endif
