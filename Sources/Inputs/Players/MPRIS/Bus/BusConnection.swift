import Glibc
import SubdialCLibraries
import SubdialSystem

/// A connection to a message bus, for use on a single thread.
///
/// No method blocks. Callbacks run during ``process()``; those of calls that fail also run during `send` and ``close()``.
final class BusConnection {
    /// The arguments of a reply, or the failure.
    typealias Answer = Result<[DBusValue], BusFailure>

    /// A registered callback with its sd-bus slot.
    private final class Listener {
        unowned let connection: BusConnection
        private let systemd: UnsafePointer<subdial_systemd_functions>
        let hear: (Listener, BusMessage) -> Void
        let lose: () -> Void
        var slot: OpaquePointer?

        init(_ connection: BusConnection, lose: @escaping () -> Void = {}, hear: @escaping (Listener, BusMessage) -> Void) {
            self.connection = connection
            systemd = connection.systemd
            self.hear = hear
            self.lose = lose
        }

        deinit { _ = systemd.pointee.bus_slot_unref(slot) }

        static func heard(_ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> Int32 {
            guard let message, let context else { return 0 }
            let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
            listener.hear(listener, BusMessage(systemd: listener.systemd, pointer: message))
            return 0
        }
    }

    private let systemd: UnsafePointer<subdial_systemd_functions>
    private let bus: OpaquePointer
    private var listeners: [ObjectIdentifier: Listener] = [:]

    /// Starts to connect.
    ///
    /// - Parameter address: The address of the bus; nil for the user's session bus.
    init(address: String?) throws(BusFailure) {
        guard let systemd = subdial_systemd() else { throw .noLibrary }
        self.systemd = systemd
        var created: OpaquePointer?
        var code: Int32
        if let address {
            code = systemd.pointee.bus_new(&created)
            if code >= 0 { code = systemd.pointee.bus_set_address(created, address) }
            if code >= 0 { code = systemd.pointee.bus_set_bus_client(created, 1) }
            if code >= 0 { code = systemd.pointee.bus_start(created) }
        } else {
            code = systemd.pointee.bus_open_user(&created)
        }
        guard code >= 0, let created else {
            _ = systemd.pointee.bus_unref(created)
            throw BusFailure(code: code)
        }
        bus = created
    }

    /// Closes the connection; pending calls fail with ``BusFailure/lost``.
    func close() {
        let left = listeners.values
        listeners = [:]
        for listener in left {
            _ = systemd.pointee.bus_slot_unref(listener.slot)
            listener.slot = nil
            listener.lose()
        }
    }

    deinit {
        listeners = [:]
        _ = systemd.pointee.bus_close_unref(bus)
    }

    /// Subscribes to all signals that match `rule`.
    func listen(_ rule: String, _ hear: @escaping (BusMessage) -> Void) throws(BusFailure) {
        let listener = Listener(self) { _, message in hear(message) }
        // Without this callback, sd-bus closes the connection when the bus rejects the rule.
        let code = systemd.pointee.bus_add_match_async(
            bus, &listener.slot, rule, { message, context, _ in Listener.heard(message, context) }, nil,
            Unmanaged.passUnretained(listener).toOpaque())
        guard code >= 0 else { throw BusFailure(code: code) }
        listeners[ObjectIdentifier(listener)] = listener
    }

    /// Sends `call`; `answered` is called once with its outcome, in this call if it cannot be sent.
    func send(_ call: BusCall, within time: Duration, _ answered: @escaping (Answer) -> Void) {
        let listener = Listener(self) {
            answered(.failure(.lost))
        } hear: { listener, message in
            listener.connection.listeners[ObjectIdentifier(listener)] = nil
            answered(BusFailure(answer: message).map { .failure($0) } ?? .success(message.arguments()))
        }
        guard let message = call.message(on: bus, systemd) else { return answered(.failure(BusFailure(code: -EINVAL))) }
        defer { _ = systemd.pointee.bus_message_unref(message) }
        let code = systemd.pointee.bus_call_async(
            bus, &listener.slot, message, { message, context, _ in Listener.heard(message, context) },
            Unmanaged.passUnretained(listener).toOpaque(), time.microseconds)
        guard code >= 0 else { return answered(.failure(BusFailure(code: code))) }
        listeners[ObjectIdentifier(listener)] = listener
    }

    /// Processes pending messages, up to 64.
    ///
    /// - Returns: True if more messages may be pending.
    func process() throws(BusFailure) -> Bool {
        for _ in 0..<64 {
            let code = systemd.pointee.bus_process(bus, nil)
            guard code >= 0 else { throw BusFailure(code: code) }
            if code == 0 { return false }
        }
        return true
    }

    /// The descriptor and events to poll for.
    func waits() throws(BusFailure) -> pollfd {
        let (descriptor, events) = (systemd.pointee.bus_get_fd(bus), systemd.pointee.bus_get_events(bus))
        guard descriptor >= 0, events >= 0 else { throw BusFailure(code: min(descriptor, events)) }
        return pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    }

    /// The time at which ``process()`` must run even without new messages; nil if there is none.
    var deadline: MonotonicTime? {
        var microseconds: UInt64 = 0
        guard systemd.pointee.bus_get_timeout(bus, &microseconds) >= 0, microseconds != .max else { return nil }
        return MonotonicTime(microseconds: microseconds)
    }
}

/// A failed operation on the bus.
struct BusFailure: Error, Hashable, Sendable {
    /// The D-Bus error name, such as `org.freedesktop.DBus.Error.NoReply`; empty if the error is local.
    private var name = ""
    /// The error message, for people.
    var message: String

    /// True if libsystemd cannot be loaded, which no later attempt changes.
    private(set) var isOfLibrary = false

    /// Converts a negative return code of sd-bus.
    init(code: Int32) {
        message =
            code == -ENOMEDIUM
            ? "there is none (DBUS_SESSION_BUS_ADDRESS); start the session with dbus-run-session" : SystemError(code: -code).description
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
    fileprivate static var noLibrary: BusFailure {
        var failure = BusFailure(name: "", message: String(cString: subdial_systemd_failure()))
        failure.message = "libsystemd cannot be loaded (\(failure.message))\(SystemPackage.systemd.remedy)"
        failure.isOfLibrary = true
        return failure
    }

    private init(name: String, message: String) {
        self.name = name
        self.message = message
    }
}
