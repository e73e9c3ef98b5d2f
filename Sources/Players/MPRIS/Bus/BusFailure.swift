import CSystemd
import Glibc

/// Why something on the bus did not come about.
struct BusFailure: Error, Hashable, Sendable {
    /// The bus's name for it, such as `org.freedesktop.DBus.Error.NoReply`; empty where this end failed.
    var name = ""
    /// What is wrong, for people.
    var message: String

    /// What a negative code of sd-bus means.
    init(code: Int32) {
        var text = [CChar](repeating: 0, count: 256)
        strerror_r(-code, &text, text.count)
        message = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    /// What an answer says that is an error; nil for other messages.
    init?(answer: OpaquePointer) {
        guard let error = sd_bus_message_get_error(answer) else { return nil }
        name = error.pointee.name.map { String(cString: $0) } ?? ""
        let told = error.pointee.message.map { String(cString: $0) } ?? ""
        message = told.isEmpty ? name : told
    }

    /// Whether it says that no answer came in time, or none at all.
    var isSilence: Bool {
        ["NoReply", "Timeout", "TimedOut", "Disconnected", "ServiceUnknown", "NameHasNoOwner"]
            .contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }

    /// The connection ended while the answer was still awaited.
    static let lost = BusFailure(name: "org.freedesktop.DBus.Error.Disconnected", message: "the bus is gone")

    private init(name: String, message: String) {
        self.name = name
        self.message = message
    }
}
