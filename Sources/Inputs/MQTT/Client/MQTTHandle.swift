import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialCLibraries
import SubdialSystem

/// The options of a subscription.
struct MQTTSubscription: Hashable, Sendable {
    var quality: MQTTMessage.Quality
    /// True if the broker does not send the client its own messages; MQTT 3.1.1 sends them anyway.
    var ignoresOwn = false
}

/// A connection of libmosquitto, created for one connection attempt.
///
/// Unchecked, because the library's functions may be called from any thread; the owner ensures that the handle is still alive.
struct MQTTHandle: @unchecked Sendable {
    /// The functions of the library.
    let mosquitto: Mosquitto
    let pointer: OpaquePointer
    private let version: MQTTVersion

    private static let isReady = (try? Mosquitto.loaded())?.lib_init() == MOSQ_ERR_SUCCESS.rawValue

    /// Creates a connection that is not open yet.
    ///
    /// - Parameter context: The user data for callbacks; it must live as long as the handle.
    init(
        _ address: MQTTAddress, _ options: MQTTOptions, _ version: MQTTVersion, clientID: String, context: UnsafeMutableRawPointer
    ) throws(MQTTError) {
        mosquitto = try Mosquitto.loaded()
        guard Self.isReady, let pointer = mosquitto.new(clientID, true, context) else {
            throw .noClient(reason: "libmosquitto gives none")
        }
        self.pointer = pointer
        self.version = version
        do throws(MQTTError) {
            try set(address, options)
        } catch {
            mosquitto.destroy(pointer)
            throw error
        }
    }

    private func set(_ address: MQTTAddress, _ options: MQTTOptions) throws(MQTTError) {
        func check(_ code: Int32, _ what: String) throws(MQTTError) {
            guard code == MOSQ_ERR_SUCCESS.rawValue else { throw .noClient(reason: "\(what): \(Self.words(of: code))") }
        }
        try check(mosquitto.threaded_set(pointer, true), "threads")
        try check(mosquitto.int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, version.rawValue), "the protocol's version")
        try check(mosquitto.int_option(pointer, MOSQ_OPT_TCP_NODELAY, 1), "TCP_NODELAY")
        if let login = options.login { try check(mosquitto.username_pw_set(pointer, login.user, login.password), "the login") }
        if let will = options.will {
            try check(
                will.payload.withUnsafeBytes {
                    mosquitto.will_set(
                        pointer, will.topic, Int32(saturating: Double($0.count)), $0.baseAddress, will.quality.rawValue, will.isRetained)
                }, "the will")
        }
        if address.isSecure { try secure(options.certificates) }
    }

    private func secure(_ files: MQTTCertificates) throws(MQTTError) {
        for path in [files.authorities, files.certificate, files.key].compactMap({ $0 }) where access(path, R_OK) != 0 {
            throw .file(path: path, reason: "it cannot be read: \(SystemError.last)")
        }
        let authorities = files.authorities ?? SystemAuthorities.path
        guard authorities != nil || files.certificate != nil else {
            guard mosquitto.int_option(pointer, MOSQ_OPT_TLS_USE_OS_CERTS, 1) == MOSQ_ERR_SUCCESS.rawValue else {
                throw .noClient(reason: "the system's certificates cannot be used")
            }
            return
        }
        // The callback prevents a passphrase prompt on a terminal that the user does not see.
        let code = mosquitto.tls_set(
            pointer, authorities, authorities == nil ? "/etc/ssl/certs" : nil, files.certificate, files.key ?? files.certificate
        ) { _, _, _, _ in 0 }
        guard code == MOSQ_ERR_SUCCESS.rawValue else { throw .noClient(reason: "the files of certificates cannot be used") }
    }

    /// Sends a message.
    ///
    /// - Returns: The number with which it will be confirmed, or the library's error code.
    func publish(_ message: MQTTMessage) -> (number: Int32, code: Int32) {
        var number: Int32 = 0
        let code = message.payload.withUnsafeBytes {
            mosquitto.publish(
                pointer, &number, message.topic, Int32(saturating: Double($0.count)), $0.baseAddress, message.quality.rawValue,
                message.isRetained)
        }
        return (number, code)
    }

    /// Subscribes, and returns the number with which the broker will acknowledge it.
    func subscribe(_ filter: String, _ subscription: MQTTSubscription) -> Int32? {
        var number: Int32 = 0
        // Version 3.1.1 has no options.
        let options = version == .v5 && subscription.ignoresOwn ? Int32(MQTT_SUB_OPT_NO_LOCAL.rawValue) : 0
        let code = mosquitto.subscribe_v5(pointer, &number, filter, subscription.quality.rawValue, options, nil)
        return code == MOSQ_ERR_SUCCESS.rawValue ? number : nil
    }

    /// Unsubscribes, and returns the number with which the broker will acknowledge it.
    func unsubscribe(_ filter: String) -> Int32? {
        var number: Int32 = 0
        return mosquitto.unsubscribe(pointer, &number, filter) == MOSQ_ERR_SUCCESS.rawValue ? number : nil
    }

    func disconnect() { _ = mosquitto.disconnect(pointer) }
    func destroy() { mosquitto.destroy(pointer) }

    /// The message for an error code of the library.
    static func words(of code: Int32) -> String {
        code == MOSQ_ERR_ERRNO.rawValue
            ? SystemError.last.description : (try? Mosquitto.loaded())?.strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// The message for a reason code of a broker.
    static func words(ofReason reason: Int32, _ version: MQTTVersion) -> String {
        let mosquitto = try? Mosquitto.loaded()
        let text = version == .v5 || reason >= 128 ? mosquitto?.reason_string(reason) : mosquitto?.connack_string(reason)
        return text.map { String(cString: $0).lowercased() } ?? "reason \(reason)"
    }
}
