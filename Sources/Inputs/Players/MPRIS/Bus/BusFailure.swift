import SubdialCLibraries
import SubdialSystem

/// A failed operation on the bus.
struct BusFailure: Error, Hashable, Sendable {
    /// The D-Bus error name, such as `org.freedesktop.DBus.Error.NoReply`; empty if the error is local.
    var name = ""
    /// The error message, for people.
    var message: String

    /// True if libsystemd cannot be loaded, which no later attempt changes.
    private(set) var isOfLibrary = false

    /// Converts a negative return code of sd-bus.
    init(code: Int32) {
        message = SystemError(code: -code).description
    }

    /// Reads an error reply; nil for other messages.
    init?(answer: BusMessage) {
        guard let error = answer.systemd.pointee.bus_message_get_error(answer.pointer) else { return nil }
        name = error.pointee.name.map { String(cString: $0) } ?? ""
        let told = error.pointee.message.map { String(cString: $0) } ?? ""
        message = told.isEmpty ? name : told
    }

    /// True if no reply came in time, or the peer does not exist.
    var isSilence: Bool {
        ["NoReply", "Timeout", "TimedOut", "Disconnected", "ServiceUnknown", "NameHasNoOwner"]
            .contains { name == "org.freedesktop.DBus.Error.\($0)" }
    }

    /// The connection closed while a call was pending.
    static let lost = BusFailure(name: "org.freedesktop.DBus.Error.Disconnected", message: "the bus is gone")

    /// No connection has been attempted.
    static let notYet = BusFailure(name: "", message: "not connected yet")

    /// libsystemd cannot be loaded.
    static var noLibrary: BusFailure {
        var failure = BusFailure(name: "", message: String(cString: subdial_systemd_failure()))
        failure.message = "libsystemd cannot be loaded (\(failure.message)): apt install libsystemd0"
        failure.isOfLibrary = true
        return failure
    }

    private init(name: String, message: String) {
        self.name = name
        self.message = message
    }
}
