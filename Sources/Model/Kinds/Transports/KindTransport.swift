import SubdialDocuments

/// The transport of documents: its keys in `kind.yaml`, and the request that it makes of them.
///
/// The engine answers the request in a `TransportReader`.
package protocol KindTransport: Sendable {
    /// The request, with all expressions evaluated.
    associatedtype Request: ResolvedRequest

    /// Its own key.
    static var key: String { get }
    /// The keys allowed with it in a source, in addition to those of all sources.
    static var keys: [String] { get }
    /// The maximum size of a document in bytes, unless the source has another one.
    static var maximumBytes: Int { get }

    /// True if its request may use the documents of the sources above it, and `now`.
    static var usesDocuments: Bool { get }

    /// Parses the keys of a source.
    init(_ parts: TransportParts) throws(SettingsProblem)

    /// The names that its expressions use.
    var names: Set<String> { get }
    /// True for data of this machine, whose documents may name its files.
    var isLocal: Bool { get }
    /// True for a web request or a program that runs once: its last response is used until the next request.
    var isPolled: Bool { get }
    /// True if files are followed, whose documents are read again after a time without subscribers.
    var followsFiles: Bool { get }

    /// The request with the values of an instance.
    func request(in scope: RequestScope) throws(KindError) -> Request
}

extension KindTransport {
    package static var keys: [String] { [] }
    package static var maximumBytes: Int { 1 << 20 }
    package static var usesDocuments: Bool { false }
    package var isPolled: Bool { false }
    package var followsFiles: Bool { false }
}

/// A transport that an action may have too.
package protocol ActionTransport: KindTransport {
    /// The keys allowed with it in an action.
    static var actionKeys: [String] { get }

    /// Parses the keys of an action.
    init(action parts: TransportParts) throws(SettingsProblem)
}

/// A request to a source or of an action, with all expressions evaluated.
package protocol ResolvedRequest: Sendable {
    /// The request as display text with redacted secrets, one line for each part.
    var explanation: [String] { get }
}

/// The transports of `kind.yaml`.
package enum KindTransports {
    /// The transports of sources, in the order of messages.
    package static let all: [any KindTransport.Type] = [
        URLTransport.self, CommandTransport.self, FileTransport.self, MatchTransport.self, LibraryTransport.self, MixerTransport.self,
        ConsoleTransport.self, MQTTTransport.self, WebhookTransport.self, StandardInputTransport.self, FixedTransport.self,
    ]

    /// The transports of actions, in the order of messages.
    static let ofActions: [any ActionTransport.Type] = [CommandTransport.self, URLTransport.self, MQTTTransport.self]
}
