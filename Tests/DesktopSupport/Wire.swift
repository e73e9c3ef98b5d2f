// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import SubdialBasics
    import SubdialCLibraries

    @testable import SubdialPlayers

    /// A D-Bus value with its type signature.
    struct Wire: Sendable {
        let type: String
        let value: DBusValue

        init(_ type: String, _ value: DBusValue) { (self.type, self.value) = (type, value) }

        static func text(_ text: String) -> Wire { Wire("s", .string(text)) }
        /// A dictionary of metadata.
        static func metadata(_ entries: [String: Wire]) -> Wire { Wire("METADATA", .dict([:]), entries) }

        private(set) var entries: [String: Wire] = [:]
        private init(_ type: String, _ value: DBusValue, _ entries: [String: Wire]) {
            self.init(type, value)
            self.entries = entries
        }

        var signature: String { type == "METADATA" ? "a{sv}" : type }

        func append(to message: OpaquePointer) {
            if type == "METADATA" { Self.appendDictionary(entries, to: message) } else { Self.append(value, type, to: message) }
        }

        func appendVariant(to message: OpaquePointer) {
            sd_bus_message_open_container(message, Self.code("v"), signature)
            append(to: message)
            sd_bus_message_close_container(message)
        }

        static func appendDictionary(_ entries: [String: Wire], to message: OpaquePointer) {
            sd_bus_message_open_container(message, code("a"), "{sv}")
            for (key, value) in entries {
                sd_bus_message_open_container(message, code("e"), "sv")
                append(.string(key), "s", to: message)
                value.appendVariant(to: message)
                sd_bus_message_close_container(message)
            }
            sd_bus_message_close_container(message)
        }

        static func append(_ value: DBusValue, _ type: String, to message: OpaquePointer) {
            func basic<Number>(_ number: Number) {
                withUnsafeBytes(of: number) { _ = sd_bus_message_append_basic(message, code(type), $0.baseAddress) }
            }
            let number = value.number ?? 0
            switch type {
            case "s", "o": _ = (value.text ?? "").withCString { sd_bus_message_append_basic(message, code(type), $0) }
            case "b": basic(Int32(value.flag == true ? 1 : 0))
            case "y": basic(UInt8(saturating: number))
            case "n": basic(Int16(number))
            case "q": basic(UInt16(saturating: number))
            case "i": basic(Int32(saturating: number))
            case "u": basic(UInt32(saturating: number))
            case "x": basic(Int64(saturating: number))
            case "t": basic(UInt64(saturating: number))
            case "d": basic(number)
            case _ where type.hasPrefix("a"):
                let inner = String(type.dropFirst())
                sd_bus_message_open_container(message, code("a"), inner)
                if case .array(let values) = value { for value in values { append(value, inner, to: message) } }
                sd_bus_message_close_container(message)
            default: break
            }
        }

        static func code(_ type: String) -> CChar { CChar(bitPattern: type.utf8.first ?? 0) }
    }
#endif
