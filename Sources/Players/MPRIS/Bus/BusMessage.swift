import CSystemd
import Glibc

/// A message that has come, valid only while it is being handled.
struct BusMessage {
    /// How much of a message is read: a player may send anything.
    enum Limits {
        /// Values in all.
        static let values = 1 << 16
        /// Values of one array of a player, so that a long one leaves something to others.
        static let array = 256
        /// Bytes of a text; the characters that count are fewer.
        static let text = 64 << 10
        /// Bytes of the one text that may be a picture.
        static let artwork = MPRISMetadata.maximumArtworkLocation
    }

    let pointer: OpaquePointer

    /// The connection that sent it.
    var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }

    /// True where the bus itself speaks: nobody else can send by that name.
    private var isOfBus: Bool { sender == "org.freedesktop.DBus" }

    /// Its arguments, as far as they can be read.
    func arguments() -> [DBusValue] {
        guard sd_bus_message_rewind(pointer, 1) >= 0 else { return [] }
        // The bus lists the names of everybody, of which a desktop may have hundreds before the first player's.
        var reader = Reader(message: pointer, arrayLimit: isOfBus ? Limits.values : Limits.array)
        var values: [DBusValue] = []
        while let value = reader.next() { if let value { values.append(value) } }
        return values
    }

    private struct Reader {
        let message: OpaquePointer
        let arrayLimit: Int
        var remaining = Limits.values
        var isBroken = false

        /// The next value of the container; `.some(nil)` for one that is passed over, nil at the end.
        mutating func next(textLimit: Int = Limits.text) -> DBusValue?? {
            var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
            guard !isBroken, sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
            guard remaining > 0 else { return skip() }
            remaining -= 1
            switch UInt8(bitPattern: type) {
            case UInt8(ascii: "b"): return number(type, Int32(0)) { .bool($0 != 0) }
            case UInt8(ascii: "y"): return number(type, UInt8(0)) { .int(Int64($0)) }
            case UInt8(ascii: "n"): return number(type, Int16(0)) { .int(Int64($0)) }
            case UInt8(ascii: "q"): return number(type, UInt16(0)) { .int(Int64($0)) }
            case UInt8(ascii: "i"): return number(type, Int32(0)) { .int(Int64($0)) }
            case UInt8(ascii: "u"): return number(type, UInt32(0)) { .int(Int64($0)) }
            case UInt8(ascii: "x"): return number(type, Int64(0)) { .int($0) }
            case UInt8(ascii: "t"): return number(type, UInt64(0)) { Int64(exactly: $0).map { .int($0) } ?? .uint($0) }
            case UInt8(ascii: "d"): return number(type, 0.0) { .double($0) }
            case UInt8(ascii: "s"), UInt8(ascii: "g"): return text(type, textLimit).map { $0.map { .string($0) } }
            case UInt8(ascii: "o"): return text(type, textLimit).map { $0.map { .objectPath($0) } }
            case UInt8(ascii: "v"): return variant(contents, textLimit)
            case UInt8(ascii: "r"): return list(type, contents)
            case UInt8(ascii: "a"):
                // Bytes say nothing to anybody here, and may be millions.
                if contents?[0] == CChar(bitPattern: UInt8(ascii: "y")) { return skip() }
                return contents?[0] == CChar(bitPattern: UInt8(ascii: "{")) ? dictionary(contents) : list(type, contents)
            default: return skip()
            }
        }

        /// Passes over the next value; nil at the end.
        private mutating func pass() -> DBusValue?? {
            guard !isBroken, sd_bus_message_at_end(message, 0) == 0 else { return nil }
            return skip()
        }

        private mutating func skip() -> DBusValue?? {
            isBroken = sd_bus_message_skip(message, nil) < 0
            return isBroken ? nil : .some(nil)
        }

        private mutating func number<Number>(_ type: CChar, _ zero: Number, _ value: (Number) -> DBusValue) -> DBusValue?? {
            var number = zero
            isBroken = withUnsafeMutablePointer(to: &number) { sd_bus_message_read_basic(message, type, $0) } <= 0
            return isBroken ? nil : .some(value(number))
        }

        /// `.some(nil)`: the text is a picture that is too large.
        private mutating func text(_ type: CChar, _ limit: Int) -> String?? {
            var start: UnsafePointer<CChar>?
            isBroken = withUnsafeMutablePointer(to: &start) { sd_bus_message_read_basic(message, type, $0) } <= 0
            guard !isBroken, let start else { return nil }
            var bytes = UnsafeRawBufferPointer(start: start, count: strlen(start))[...]
            if bytes.count > limit {
                if limit == Limits.artwork { return .some(nil) }
                bytes = bytes.prefix(limit)
                // A character that is cut apart is left out.
                while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
                if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        private mutating func enter(_ type: Character, _ contents: UnsafePointer<CChar>?) -> Bool {
            let code = CChar(bitPattern: type.asciiValue ?? 0)
            isBroken = sd_bus_message_enter_container(message, code, contents) <= 0
            return !isBroken
        }

        private mutating func leave() {
            if !isBroken { isBroken = sd_bus_message_exit_container(message) < 0 }
        }

        private mutating func variant(_ contents: UnsafePointer<CChar>?, _ limit: Int) -> DBusValue?? {
            guard enter("v", contents) else { return nil }
            let value = next(textLimit: limit)
            leave()
            return isBroken ? nil : .some(value ?? nil)
        }

        private mutating func list(_ type: CChar, _ contents: UnsafePointer<CChar>?) -> DBusValue?? {
            guard enter(Character(UnicodeScalar(UInt8(bitPattern: type))), contents) else { return nil }
            var values: [DBusValue] = []
            while let value = values.count < arrayLimit ? next() : pass() { if let value { values.append(value) } }
            leave()
            return isBroken ? nil : .some(.array(values))
        }

        private mutating func dictionary(_ contents: UnsafePointer<CChar>?) -> DBusValue?? {
            guard enter("a", contents) else { return nil }
            var entries: [String: DBusValue] = [:]
            while !isBroken {
                var (type, inner): (CChar, UnsafePointer<CChar>?) = (0, nil)
                guard sd_bus_message_peek_type(message, &type, &inner) > 0 else { break }
                if remaining <= 0 {
                    _ = skip()
                    continue
                }
                guard enter("e", inner), let key = next() else { break }
                let name = key.map(Self.name)
                let value = next(textLimit: name == "mpris:artUrl" ? Limits.artwork : Limits.text)
                leave()
                if let name, let value, let value { entries[name] = value }
            }
            leave()
            return isBroken ? nil : .some(.dict(entries))
        }

        private static func name(_ key: DBusValue) -> String {
            switch key {
            case .bool(let value): "\(value)"
            case .int(let value): "\(value)"
            case .uint(let value): "\(value)"
            case .double(let value): "\(value)"
            default: key.text ?? ""
            }
        }
    }
}
