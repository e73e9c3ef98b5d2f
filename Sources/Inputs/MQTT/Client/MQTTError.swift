import SubdialBasics
import SubdialSystem

/// The error of an MQTT client.
package enum MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broker's address is missing.
    case noAddress
    /// The broker's address is invalid.
    case address(String, reason: String)
    /// The broker is unreachable, or closes the connection.
    case unreachable(String, reason: String)
    /// The broker rejects the login.
    case login(String, reason: String)
    /// The TLS connection fails.
    case insecure(String, reason: String)
    /// A file with certificates or keys cannot be used.
    case file(path: String, reason: String)
    /// A topic or topic filter is invalid.
    case topic(String, reason: String)
    /// A message is larger than the broker accepts.
    case tooLarge(topic: String, bytes: Int)
    /// The broker closes the connection whenever it receives this message.
    case cutOff(topic: String, bytes: Int)
    /// The queue of messages for the broker is full.
    case full(limit: Int)
    /// The broker refuses a message or a subscription.
    case refused(topic: String, reason: String)
    /// The client was stopped.
    case stopped
    /// libmosquitto cannot be loaded, with the message of the loader.
    case noLibrary(reason: String)
    /// The system or libmosquitto cannot create a client.
    case noClient(reason: String)

    /// The problem and the remedy, in one line.
    package var description: String {
        switch self {
        case .noAddress: "no MQTT broker is named: write one like mqtt://nas.local:1883"
        case .address(let text, let reason): "'\(text)' is no address of an MQTT broker: \(reason); write it like mqtt://nas.local:1883"
        case .unreachable(let address, let reason): "the MQTT broker at \(address) cannot be reached: \(reason)"
        case .login(let address, let reason):
            "the MQTT broker at \(address) refuses this login: \(reason); check the name and the password in the login file"
        case .insecure(let address, let reason):
            "no secure connection with the MQTT broker at \(address): \(reason); a certificate of your own needs its authority's file"
        case .file(let path, let reason): "\(path): \(reason)"
        case .topic(let text, let reason): "'\(text)' is no MQTT topic: \(reason)"
        case .tooLarge(let topic, let bytes):
            "\(topic): a message of \(bytes) bytes is more than the MQTT broker takes; see its max_packet_size"
        case .cutOff(let topic, let bytes):
            "\(topic): the MQTT broker hangs up on this message of \(bytes) bytes, which is dropped; see its max_packet_size"
        case .full(let limit): "\(limit) messages wait for the MQTT broker, and no more are kept"
        case .refused(let topic, let reason): "\(topic): the MQTT broker refuses it: \(reason); see its access rules"
        case .stopped: "the connection with the MQTT broker was ended"
        case .noLibrary(let reason): "libmosquitto cannot be loaded (\(reason))\(SystemPackage.mosquitto.remedy)"
        case .noClient(let reason): "no MQTT client can be made: \(reason)"
        }
    }

    /// The topic of a message that is too large; nil for other errors.
    package var topic: String? {
        switch self {
        case .tooLarge(let topic, _), .cutOff(let topic, _): topic
        default: nil
        }
    }

    /// True for a transient error: the broker may become reachable again.
    package var isUnreachable: Bool { if case .unreachable = self { true } else { false } }
}

extension MQTTError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .noAddress, .address, .topic: .wrongUsage
        case .file: .missingInput
        case .login, .refused: .refused
        default: .unavailable
        }
    }
}
