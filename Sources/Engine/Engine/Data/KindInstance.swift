import FoundationEssentials
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialTimeline

/// A kind with parameter values, which a widget or a bar follows.
package struct KindInstance: Sendable {
    /// The kind.
    package let kind: Kind
    /// The values of its parameters.
    package let values: KindValues
    /// The subject of its entries.
    package let subject: Subject
    /// The settings of its lines; the user's take precedence over the kind's.
    package let feed: FeedSettings
    /// The time zones for expressions.
    package let timeZones: TimeZones
    /// The settings of the configuration and the environment, as defaults for sources.
    let surroundings: KindSurroundings
    /// True for a kind that is part of Subdial, which is always trusted.
    let isShipped: Bool

    /// Makes an instance.
    ///
    /// - Parameters:
    ///   - id: The id among the instances of the kind; nil for its only one.
    ///   - surroundings: The settings of the configuration and the environment, as defaults for sources.
    ///   - isShipped: True for a kind that is part of Subdial, which is always trusted.
    package init(
        _ kind: Kind, _ values: KindValues, id: String? = nil, feed: FeedSettings = FeedSettings(), timeZones: TimeZones = TimeZones(),
        surroundings: KindSurroundings = KindSurroundings(), isShipped: Bool
    ) {
        self.kind = kind
        self.values = values
        subject = Subject(id: id ?? kind.name, name: id ?? kind.title, source: kind.name)
        self.feed = feed.merged(over: kind.feed)
        self.timeZones = timeZones
        self.surroundings = surroundings
        self.isShipped = isShipped
    }

    /// A key that is equal for instances with the same requests, which share one follower.
    var key: String {
        let requests = kind.sources.flatMap { (try? $0.request(values, knowing: nil, timeZones: timeZones).explanation) ?? [] }
        let parts = [kind.file, subject.id, values.identity, timeZones.key, surroundings.key]
        return (parts + kind.sources.map(\.form.identity) + requests).joined(separator: "\u{0}")
    }

    /// The folder of the kind, to which relative paths refer.
    package var folder: String { String(kind.file[..<(kind.file.lastIndex(of: "/") ?? kind.file.startIndex)]) }

    /// Resolves a path of the kind: absolute, relative to the user's home, or relative to the kind's folder.
    func path(_ written: String) -> String {
        if written.hasPrefix("/") { return written }
        guard written.hasPrefix("~/") else { return "\(folder)/\(written)" }
        return (ProcessInfo.processInfo.environment["HOME"] ?? "") + written.dropFirst()
    }

    /// The hosts of the kind's own URLs.
    var hosts: Set<String> {
        Set(kind.sources.compactMap { (try? reader(of: $0))?.host })
    }

    /// The source whose documents each feed reads on its own standard input; nil if there is none.
    var input: KindSource? { kind.sources.first { $0.transport is StandardInputTransport } }

    /// True if every source is polled over the network or by a program; its last answer is valid until the next poll.
    var isPolled: Bool { kind.sources.allSatisfy(\.isPolled) }

    /// True if sound levels are followed, which change many times a second.
    var isMetered: Bool { kind.sources.contains { (try? reader(of: $0))?.isMetered == true } }

    /// True if a file is followed.
    var followsFiles: Bool { kind.sources.contains { $0.transport.followsFiles } }

    /// True if sources are read at certain times; a source that only pushes its data is never read again.
    var asksByTime: Bool {
        let refresh = kind.refresh
        return kind.sources.contains(where: \.isPolled) || refresh.every != nil || !refresh.times.isEmpty || refresh.atEnd
            || refresh.after != nil
    }

    /// The reader of a source's request with the values of the instance.
    ///
    /// - Parameter knowledge: The documents of the sources above it; nil if they are not known yet.
    func reader(of source: KindSource, knowing knowledge: KindSource.Knowledge? = nil) throws(KindError) -> any TransportReader {
        try reader(of: source.request(values, knowing: knowledge, timeZones: timeZones))
    }

    /// The reader of an action's request with the values of the instance and of an entry.
    func reader(of action: KindAction, in entry: [String: Value] = [:]) throws(KindError) -> any TransportReader {
        try reader(of: action.transport.resolved(values, in: entry, timeZones: timeZones))
    }

    private func reader(of request: any ResolvedRequest) throws(KindError) -> any TransportReader {
        guard let reader = request as? any TransportReader else {
            throw KindError(.source, "this version of Subdial cannot read it")
        }
        return reader
    }

    /// The circumstances of a document that arrives at a date.
    package func arrival(at date: Date, charset: String? = nil) -> DocumentForm.Arrival {
        DocumentForm.Arrival(date: date, charset: charset, zone: timeZones.local)
    }

    var maker: EntryMaker { EntryMaker(kind, values, subject: subject, timeZones: timeZones) }
}

/// The settings of the configuration and the environment that are defaults for the sources of kinds.
package struct KindSurroundings: Hashable, Sendable {
    /// The music library.
    package var library: LibrarySettings
    /// The sound server's address in the form of `PULSE_SERVER`; nil for libpulse's own choice.
    package var soundServer: String?
    /// The mixing console's address; nil if none is configured.
    package var console: String?
    /// The MQTT broker with its login, as the default for topics; nil if none is configured.
    package var broker: MQTTSettings?

    /// Makes surroundings.
    package init(
        library: LibrarySettings = LibrarySettings(), soundServer: String? = nil, console: String? = nil, broker: MQTTSettings? = nil
    ) {
        self.library = library
        self.soundServer = soundServer
        self.console = console
        self.broker = broker
    }
}

// The names of stored documents are hashes of these texts, so that they must not change: they have the form that the first version wrote, whatever the
// types and their properties are called now.

extension TimeZones {
    fileprivate var key: String { "TimeZones(standard: \(standard.debugDescription), local: \(local.debugDescription))" }
}

extension String? {
    fileprivate var key: String { map { "Optional(\($0.debugDescription))" } ?? "nil" }
}

extension KindSurroundings {
    fileprivate var key: String {
        "KindSurroundings(library: \(library.database.key)\(library.music.map { ", music: \($0.debugDescription)" } ?? ""), soundServer: \(soundServer.key), console: \(console.key), "
            + "broker: \(broker.map { "Optional(\($0.key))" } ?? "nil"))"
    }
}

extension MQTTSettings {
    fileprivate var key: String {
        let files =
            "authorities: \(certificates.authorities.key), certificate: \(certificates.certificate.key), key: \(certificates.key.key)"
        return
            "Engine.MQTTSettings(broker: \(broker.debugDescription), login: \(login.key), certificates: MQTT.MQTTCertificates(\(files)), "
            + "version: \(version.map { "Optional(\($0))" } ?? "nil"), base: \(base.debugDescription), "
            + "discovery: \(discovery.key), page: \(page.key), devices: [\(devices.map(\.key).joined(separator: ", "))])"
    }
}

extension MQTTSettings.Device {
    fileprivate var key: String {
        "Engine.MQTTSettings.Device(name: \(name.debugDescription), id: \(id.debugDescription), kind: \(kind.debugDescription), "
            + "zone: \(zone.key), pictures: [\(pictures.map(\.key).joined(separator: ", "))], showsPrivate: \(showsPrivate))"
    }
}

extension MQTTSettings.Picture {
    fileprivate var key: String {
        let sorted = options.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \($0.value.debugDescription)" }
        return "Engine.MQTTSettings.Picture(id: \(id.debugDescription), family: \(family.debugDescription), isByTopic: \(isByTopic), "
            + "options: [\(sorted.isEmpty ? ":" : sorted.joined(separator: ", "))])"
    }
}
