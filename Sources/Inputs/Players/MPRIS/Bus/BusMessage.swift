import Glibc
import SubdialCLibraries

/// A received message, valid only during its callback.
struct BusMessage {
    /// Limits on what is read of a message, since a player may send anything.
    enum Limits {
        /// The maximum number of values in a message.
        fileprivate static let values = 1 << 16
        /// The maximum number of values in a player's array, so that a long one leaves values for the rest of the message.
        fileprivate static let array = 256
        /// The maximum length of a string in bytes; the characters used are fewer.
        static let text = 64 << 10
        /// The maximum length in bytes of `mpris:artUrl`, which may contain a picture.
        fileprivate static let artwork = MPRISMetadata.maximumArtworkLocation
    }

    let systemd: UnsafePointer<subdial_systemd_functions>
    let pointer: OpaquePointer

    /// The unique name of the sender's connection.
    var sender: String? { systemd.pointee.bus_message_get_sender(pointer).map { String(cString: $0) } }

    /// True if the bus driver sent the message: no other connection can use its name.
    private var isOfBus: Bool { sender == "org.freedesktop.DBus" }

    /// The arguments, as far as they can be read.
    func arguments() -> [DBusValue] {
        guard systemd.pointee.bus_message_rewind(pointer, 1) >= 0 else { return [] }
        // The bus driver lists the names of all connections: a desktop may have hundreds before the first player's.
        var reader = Reader(systemd: systemd, message: pointer, arrayLimit: isOfBus ? Limits.values : Limits.array)
        var values: [DBusValue] = []
        while let value = reader.next() { if let value { values.append(value) } }
        return values
    }

    private struct Reader {
        let systemd: UnsafePointer<subdial_systemd_functions>
        let message: OpaquePointer
        let arrayLimit: Int
        var remaining = Limits.values
        var isBroken = false

        /// The next value of the container; `.some(nil)` for a value that is skipped, nil at the end.
        mutating func next(textLimit: Int = Limits.text) -> DBusValue?? {
            var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
            guard !isBroken, systemd.pointee.bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
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
                // No property that is read consists of bytes, and there may be millions of them.
                if contents?[0] == CChar(bitPattern: UInt8(ascii: "y")) { return skip() }
                return contents?[0] == CChar(bitPattern: UInt8(ascii: "{")) ? dictionary(contents) : list(type, contents)
            default: return skip()
            }
        }

        /// Skips the next value; nil at the end.
        private mutating func pass() -> DBusValue?? {
            guard !isBroken, systemd.pointee.bus_message_at_end(message, 0) == 0 else { return nil }
            return skip()
        }

        private mutating func skip() -> DBusValue?? {
            isBroken = systemd.pointee.bus_message_skip(message, nil) < 0
            return isBroken ? nil : .some(nil)
        }

        private mutating func number<Number>(_ type: CChar, _ zero: Number, _ value: (Number) -> DBusValue) -> DBusValue?? {
            var number = zero
            isBroken = withUnsafeMutablePointer(to: &number) { systemd.pointee.bus_message_read_basic(message, type, $0) } <= 0
            return isBroken ? nil : .some(value(number))
        }

        /// Reads a string; `.some(nil)` if it is an artwork location that exceeds the limit.
        private mutating func text(_ type: CChar, _ limit: Int) -> String?? {
            var start: UnsafePointer<CChar>?
            isBroken = withUnsafeMutablePointer(to: &start) { systemd.pointee.bus_message_read_basic(message, type, $0) } <= 0
            guard !isBroken, let start else { return nil }
            var bytes = UnsafeRawBufferPointer(start: start, count: strlen(start))[...]
            if bytes.count > limit {
                if limit == Limits.artwork { return .some(nil) }
                bytes = bytes.prefix(limit)
                // Drops a UTF-8 sequence that was cut off.
                while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
                if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        private mutating func enter(_ type: Character, _ contents: UnsafePointer<CChar>?) -> Bool {
            let code = CChar(bitPattern: type.asciiValue ?? 0)
            isBroken = systemd.pointee.bus_message_enter_container(message, code, contents) <= 0
            return !isBroken
        }

        private mutating func leave() {
            if !isBroken { isBroken = systemd.pointee.bus_message_exit_container(message) < 0 }
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
                guard systemd.pointee.bus_message_peek_type(message, &type, &inner) > 0 else { break }
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
