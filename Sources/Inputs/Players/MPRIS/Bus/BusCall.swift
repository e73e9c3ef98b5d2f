import SubdialCLibraries

/// A method call, before it is sent.
struct BusCall {
    /// An argument of a method call.
    enum Argument {
        case text(String)
        case path(String)
        case int64(Int64)
        /// A number in a variant, as the setter of a property expects it.
        case variant(Double)
        case variantText(String)
        case variantFlag(Bool)
    }

    var destination: String
    var path: String
    var interface: String
    var member: String
    var arguments: [Argument] = []

    /// A call to the bus driver.
    static func bus(_ member: String, _ arguments: Argument...) -> BusCall {
        BusCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: member,
            arguments: arguments)
    }

    /// A call to a player, addressed by its unique connection name.
    static func player(_ owner: String, _ interface: String, _ member: String, _ arguments: [Argument] = []) -> BusCall {
        BusCall(destination: owner, path: "/org/mpris/MediaPlayer2", interface: interface, member: member, arguments: arguments)
    }

    /// The call as a message, which the caller must release; nil if sd-bus rejects it.
    func message(on bus: OpaquePointer, _ systemd: UnsafePointer<subdial_systemd_functions>) -> OpaquePointer? {
        var created: OpaquePointer?
        guard systemd.pointee.bus_message_new_method_call(bus, &created, destination, path, interface, member) >= 0, let created else {
            return nil
        }
        // The call must not start a player that is not running.
        _ = systemd.pointee.bus_message_set_auto_start(created, 0)
        guard arguments.allSatisfy({ Self.append($0, to: created, systemd) }) else {
            _ = systemd.pointee.bus_message_unref(created)
            return nil
        }
        return created
    }

    private static func append(
        _ argument: Argument, to message: OpaquePointer, _ systemd: UnsafePointer<subdial_systemd_functions>
    ) -> Bool {
        func append(_ type: Character, _ value: UnsafeRawPointer) -> Bool {
            systemd.pointee.bus_message_append_basic(message, CChar(bitPattern: type.asciiValue ?? 0), value) >= 0
        }
        func variant(_ type: String, _ content: () -> Bool) -> Bool {
            guard systemd.pointee.bus_message_open_container(message, CChar(bitPattern: UInt8(ascii: "v")), type) >= 0 else { return false }
            return content() && systemd.pointee.bus_message_close_container(message) >= 0
        }
        switch argument {
        case .text(let text): return text.withCString { append("s", $0) }
        case .path(let text): return text.withCString { append("o", $0) }
        case .int64(let number): return withUnsafeBytes(of: number) { bytes in bytes.baseAddress.map { append("x", $0) } ?? false }
        case .variant(let number):
            return variant("d") { withUnsafeBytes(of: number) { bytes in bytes.baseAddress.map { append("d", $0) } ?? false } }
        case .variantText(let text): return variant("s") { text.withCString { append("s", $0) } }
        case .variantFlag(let flag):
            let number: Int32 = flag ? 1 : 0
            return variant("b") { withUnsafeBytes(of: number) { bytes in bytes.baseAddress.map { append("b", $0) } ?? false } }
        }
    }
}
