/// Why a broker cannot be used, or a message not be sent.
public enum MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No broker is named.
    case noAddress
    /// The address of a broker is none.
    case address(String, reason: String)
    /// The broker is away, or hangs up.
    case unreachable(String, reason: String)
    /// The broker answers, and lets nobody in with this login.
    case login(String, reason: String)
    /// No secure connection can be made.
    case insecure(String, reason: String)
    /// A file of certificates or keys cannot be used.
    case file(path: String, reason: String)
    /// A topic or a filter of topics is none.
    case topic(String, reason: String)
    /// A message has more bytes than a broker takes.
    case tooLarge(topic: String, bytes: Int)
    /// The broker hangs up on a message each time that it comes.
    case cutOff(topic: String, bytes: Int)
    /// As many messages wait for the broker as may.
    case full(limit: Int)
    /// The broker refuses a message or a subscription.
    case refused(topic: String, reason: String)
    /// The client was stopped.
    case stopped
    /// The system or the library gives no client.
    case noClient(reason: String)

    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .noAddress: "no MQTT broker is named: write one like mqtt://nas.local:1883"
        case .address(let text, let reason): "'\(text)' is no address of an MQTT broker: \(reason); write it like mqtt://nas.local:1883"
        case .unreachable(let address, let reason): "the MQTT broker at \(address) cannot be reached: \(reason)"
        case .login(let address, let reason):
            "the MQTT broker at \(address) lets nobody in with this login: \(reason); check the name and the password in the login file"
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
        case .noClient(let reason): "no MQTT client can be made: \(reason)"
        }
    }

    /// The topic of a message that is too large; nil for another problem.
    public var topic: String? {
        switch self {
        case .tooLarge(let topic, _), .cutOff(let topic, _): topic
        default: nil
        }
    }

    /// True where waiting helps: the broker may come back by itself.
    public var isUnreachable: Bool { if case .unreachable = self { true } else { false } }
}
