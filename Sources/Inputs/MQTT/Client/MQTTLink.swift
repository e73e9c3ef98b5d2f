import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialCLibraries

/// The thread of a client: it connects, transfers data until the connection is lost, and reconnects.
final class MQTTLink {
    /// The interval at which the library checks its keep-alive on an idle connection, in seconds.
    private static let turn = 5.0
    /// The maximum number of reads of a TLS connection before the next wait for its socket.
    private static let packetsOfARecord = 8

    private let core: MQTTCore
    private let clientID: String
    private var version: MQTTVersion
    private var handle: MQTTHandle?
    private var isOpen = false
    /// The broker's reason code for a refused connection; nil if it was not refused.
    private var refusal: Int32?
    /// The library's last message about a TLS connection.
    private var complaint: String?

    init(_ core: MQTTCore) {
        self.core = core
        clientID = core.options.clientID ?? "subdial-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        version = core.options.version ?? .v5
    }

    /// Keeps the client connected until it is stopped.
    func run() {
        var failures = 0
        while !core.isStopped {
            let error = connection()
            guard !core.isStopped else { break }
            if isOpen { failures = 0 }
            if !isOpen, isOldBroker, core.options.version == nil, version == .v5 {
                version = .v311
                continue
            }
            core.closed(error)
            failures += 1
            core.wakeUp?.wait(pause(failures))
        }
        core.ended()
    }

    /// True if the broker does not support the protocol version.
    private var isOldBroker: Bool { refusal == 1 || refusal == 132 }

    /// The time before the next attempt, in seconds: it grows after each failure, and is random so that clients do not reconnect in step.
    private func pause(_ failures: Int) -> Double {
        let (shortest, longest) = core.options.pauses
        let full = min(longest, shortest * pow(2, Double(min(failures, 16) - 1)))
        return max(shortest, full * Double.random(in: 0.5...1))
    }

    /// Connects, and returns the reason for which the connection ended.
    private func connection() -> MQTTError {
        (isOpen, refusal, complaint) = (false, nil, nil)
        let handle: MQTTHandle
        do throws(MQTTError) {
            handle = try MQTTHandle(
                core.address, core.options, version, clientID: clientID, context: Unmanaged.passUnretained(self).toOpaque())
        } catch {
            return error
        }
        self.handle = handle
        var code = MOSQ_ERR_SUCCESS.rawValue
        defer {
            // Publishers use the handle under a lock: it is released before it is destroyed.
            core.release(isCutOff: isOpen && (code == MOSQ_ERR_CONN_LOST.rawValue || code == MOSQ_ERR_NO_CONN.rawValue))
            handle.destroy()
            self.handle = nil
        }
        setCallbacks(handle)
        let keepAlive = Int32(saturating: Double(max(5, core.options.keepAlive)))
        code = handle.mosquitto.connect(handle.pointer, core.address.host, Int32(saturating: Double(core.address.port)), keepAlive)
        while code == MOSQ_ERR_SUCCESS.rawValue, !(core.isStopped && !isOpen) {
            code = turn(handle)
        }
        return failure(code)
    }

    /// Waits for the socket, then reads and writes.
    ///
    /// The library's own loop uses `select`, which does not support descriptors above 1023; a server with many clients has such
    /// descriptors.
    private func turn(_ handle: MQTTHandle) -> Int32 {
        let socket = handle.mosquitto.socket(handle.pointer)
        guard socket >= 0, let wakeUp = core.wakeUp else { return MOSQ_ERR_NO_CONN.rawValue }
        let ready = wakeUp.wait(Self.turn, for: socket, writing: handle.mosquitto.want_write(handle.pointer))
        var code = MOSQ_ERR_SUCCESS.rawValue
        if ready.canRead || (ready.canWrite && !isOpen) {
            // A TLS record may contain several packets, and after it is read the socket no longer reports them. Writes during a handshake
            // also happen in the read function. Without data the read does not block.
            var turns = core.address.isSecure ? Self.packetsOfARecord : 1
            while turns > 0, code == MOSQ_ERR_SUCCESS.rawValue, handle.mosquitto.socket(handle.pointer) >= 0 {
                code = handle.mosquitto.loop_read(handle.pointer, 1)
                turns -= 1
            }
        }
        if code == MOSQ_ERR_SUCCESS.rawValue, ready.canWrite { code = handle.mosquitto.loop_write(handle.pointer, 1) }
        return code == MOSQ_ERR_SUCCESS.rawValue ? handle.mosquitto.loop_misc(handle.pointer) : code
    }

    private func failure(_ code: Int32) -> MQTTError {
        let address = core.address.description
        if let refusal {
            let reason = MQTTHandle.words(ofReason: refusal, version)
            // The protocol versions have different codes for a rejected login.
            if [4, 5, 134, 135].contains(refusal) { return .login(address, reason: reason) }
            return .unreachable(address, reason: "it refuses the connection: \(reason)")
        }
        if !isOpen, core.address.isSecure, let complaint { return .insecure(address, reason: complaint) }
        switch code {
        case MOSQ_ERR_EAI.rawValue: return .unreachable(address, reason: "its name is not known")
        case MOSQ_ERR_TLS.rawValue, MOSQ_ERR_TLS_HANDSHAKE.rawValue:
            return .insecure(address, reason: complaint ?? MQTTHandle.words(of: code).lowercased())
        case MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_SUCCESS.rawValue, MOSQ_ERR_NO_CONN.rawValue:
            return .unreachable(address, reason: "it has closed the connection")
        default: return .unreachable(address, reason: MQTTHandle.words(of: code).lowercased())
        }
    }

    // MARK: Callbacks of the library, on this thread

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> MQTTLink? {
        pointer.map { Unmanaged<MQTTLink>.fromOpaque($0).takeUnretainedValue() }
    }

    private func setCallbacks(_ handle: MQTTHandle) {
        handle.mosquitto.connect_v5_callback_set(handle.pointer) { _, this, reason, _, _ in MQTTLink.from(this)?.hasConnected(reason) }
        handle.mosquitto.publish_v5_callback_set(handle.pointer) { _, this, number, reason, _ in
            MQTTLink.from(this)?.core.confirmed(number, reason: reason)
        }
        handle.mosquitto.subscribe_v5_callback_set(handle.pointer) { _, this, number, count, granted, _ in
            MQTTLink.from(this)?.core.subscribed(number, reason: count > 0 ? granted?.pointee ?? 0 : 0)
        }
        handle.mosquitto.unsubscribe_v5_callback_set(handle.pointer) { _, this, number, _ in MQTTLink.from(this)?.core.passed(number) }
        handle.mosquitto.message_v5_callback_set(handle.pointer) { _, this, message, _ in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let count = max(0, Int(message.payloadlen))
            let payload = message.payload.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
            MQTTLink.from(this)?.core.arrived(
                MQTTMessage(
                    String(cString: topic), payload, quality: message.qos == 0 ? .atMostOnce : .atLeastOnce, isRetained: message.retain))
        }
        handle.mosquitto.log_callback_set(handle.pointer) { _, this, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTLink.from(this)?.hasComplained(String(cString: text))
        }
    }

    private func hasConnected(_ reason: Int32) {
        guard reason == 0, let handle else {
            refusal = reason
            return
        }
        isOpen = true
        core.opened(handle, version)
    }

    /// Stores the end of a line such as `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`.
    private func hasComplained(_ line: String) {
        complaint = line.split(separator: ":").last.map { $0.drop { $0 == " " } }.map { $0.lowercased() }
    }
}
