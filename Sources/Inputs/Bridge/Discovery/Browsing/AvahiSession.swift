import SubdialCLibraries
import SubdialSystem

/// A connection to the Avahi daemon that browses for bridges.
///
/// Use it on a single thread: Avahi calls back only during ``init(found:)`` and ``iterate(milliseconds:)``.
final class AvahiSession {
    private(set) var progress = BrowseProgress()
    /// The functions of Avahi's libraries.
    private let avahi: subdial_avahi_functions
    private let found: (ServiceRecord) -> Void
    private var failure: DiscoveryError?
    private let poll: OpaquePointer
    private var client: OpaquePointer?
    /// The number of services that may still be resolved: the daemon limits a client to 1024 objects, and each service needs three.
    private var remaining = 256

    /// Connects and starts to browse; `found` is called for each resolved address of each service.
    init(found: @escaping (ServiceRecord) -> Void) throws(DiscoveryError) {
        guard let functions = subdial_avahi()?.pointee else { throw .noLibrary(reason: String(cString: subdial_avahi_failure())) }
        avahi = functions
        guard let poll = avahi.simple_poll_new() else { throw .refused("out of memory") }
        self.poll = poll
        self.found = found
        let context = Unmanaged.passUnretained(self).toOpaque()
        var code: Int32 = 0
        client = avahi.client_new(
            avahi.simple_poll_get(poll), AvahiClientFlags(rawValue: 0),
            { client, state, context in
                guard let client, state == AVAHI_CLIENT_FAILURE, let session = AvahiSession.at(context) else { return }
                session.fail(session.avahi.client_errno(client))
            }, context, &code)
        guard let client else { throw DiscoveryError(code: code, avahi) }
        for type in ServiceType.allCases {
            let browser = avahi.service_browser_new(
                client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), type.rawValue, nil,
                AvahiLookupFlags(rawValue: 0),
                { _, interface, transport, event, name, type, domain, _, context in
                    AvahiSession.at(context)?.browsed(event, Place(interface, transport, name, type, domain))
                }, context)
            guard browser != nil else { throw DiscoveryError(code: avahi.client_errno(client), avahi) }
        }
        if let failure { throw failure }
    }

    deinit {
        // Frees the browsers and resolvers too.
        if let client { avahi.client_free(client) }
        avahi.simple_poll_free(poll)
    }

    /// Processes messages of the daemon, and waits for them at most this long.
    func iterate(milliseconds: Int32) throws(DiscoveryError) {
        let code = avahi.simple_poll_iterate(poll, milliseconds)
        if let failure { throw failure }
        guard code == 0 else { throw .lostDaemon }
    }

    /// A service as the daemon identifies it.
    private struct Place {
        let instance: BrowseProgress.Instance
        let transport: AvahiProtocol

        init?(
            _ interface: AvahiIfIndex, _ transport: AvahiProtocol, _ name: UnsafePointer<CChar>?, _ type: UnsafePointer<CChar>?,
            _ domain: UnsafePointer<CChar>?
        ) {
            guard let type, let type = ServiceType(rawValue: String(cString: type)) else { return nil }
            instance = BrowseProgress.Instance(
                interface: interface, name: name.map { String(cString: $0) } ?? "", type: type,
                domain: domain.map { String(cString: $0) } ?? "")
            self.transport = transport
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> AvahiSession? {
        context.map { Unmanaged<AvahiSession>.fromOpaque($0).takeUnretainedValue() }
    }

    private func fail(_ code: Int32) {
        if failure == nil { failure = DiscoveryError(code: code, avahi) }
    }

    private func browsed(_ event: AvahiBrowserEvent, _ place: Place?) {
        guard let place else { return }
        switch event {
        case AVAHI_BROWSER_NEW: resolve(place)
        case AVAHI_BROWSER_REMOVE: progress.removed(place.instance)
        case AVAHI_BROWSER_ALL_FOR_NOW: progress.allForNow(place.instance.type)
        case AVAHI_BROWSER_FAILURE: fail(client.map { avahi.client_errno($0) } ?? Int32(AVAHI_ERR_FAILURE))
        default: break
        }
    }

    /// Resolves the service to an IPv4 address, an IPv6 address, and its host name alone.
    private func resolve(_ place: Place) {
        guard remaining > 0, let client else { return }
        remaining -= 1
        let questions: [(AvahiProtocol, AvahiLookupFlags)] = [
            (AvahiProtocol(AVAHI_PROTO_INET), AvahiLookupFlags(rawValue: 0)),
            (AvahiProtocol(AVAHI_PROTO_INET6), AvahiLookupFlags(rawValue: 0)),
            (AvahiProtocol(AVAHI_PROTO_UNSPEC), AVAHI_LOOKUP_NO_ADDRESS),
        ]
        let resolvers = questions.compactMap { family, flags in
            avahi.service_resolver_new(
                client, place.instance.interface, place.transport, place.instance.name, place.instance.type.rawValue,
                place.instance.domain, family, flags,
                { resolver, interface, transport, event, name, type, domain, host, address, port, text, _, context in
                    guard let session = AvahiSession.at(context) else { return }
                    if let place = Place(interface, transport, name, type, domain) {
                        let (host, text) = (host.map { String(cString: $0) }, TXTRecord(list: text, session.avahi))
                        session.resolved(event, place, host, address.flatMap { NetworkAddress($0.pointee) }, port, text)
                    }
                    // The first result is enough.
                    if let resolver { _ = session.avahi.service_resolver_free(resolver) }
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        progress.began(place.instance, lookups: resolvers.count)
    }

    private func resolved(
        _ event: AvahiResolverEvent, _ place: Place, _ host: String?, _ address: NetworkAddress?, _ port: UInt16, _ text: TXTRecord
    ) {
        let isFound = event == AVAHI_RESOLVER_FOUND
        progress.ended(place.instance, withIPv4: isFound && address?.isIPv4 == true)
        guard isFound, let host else { return }
        found(
            ServiceRecord(
                name: place.instance.name, type: place.instance.type, host: host, address: address, port: port, text: text,
                interface: place.instance.interface))
    }
}

extension DiscoveryError {
    /// Converts an error code of Avahi.
    fileprivate init(code: Int32, _ avahi: subdial_avahi_functions) {
        switch Int(code) {
        case Int(AVAHI_ERR_NO_DAEMON): self = .noDaemon
        case Int(AVAHI_ERR_DBUS_ERROR): self = .noBus
        case Int(AVAHI_ERR_DISCONNECTED): self = .lostDaemon
        default: self = .refused(avahi.strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
    }
}

extension NetworkAddress {
    fileprivate init?(_ address: AvahiAddress) {
        switch Int(address.proto) {
        case Int(AVAHI_PROTO_INET): self.init(withUnsafeBytes(of: address.data.ipv4) { Array($0) })
        case Int(AVAHI_PROTO_INET6): self.init(withUnsafeBytes(of: address.data.ipv6) { Array($0) })
        default: return nil
        }
    }
}

extension TXTRecord {
    fileprivate init(list: UnsafeMutablePointer<AvahiStringList>?, _ avahi: subdial_avahi_functions) {
        self.init(
            sequence(first: list) { avahi.string_list_get_next($0) }.prefix { $0 != nil }.map { item in
                Array(UnsafeBufferPointer(start: avahi.string_list_get_text(item), count: avahi.string_list_get_size(item)))
            })
    }
}

/// The progress of browsing, which shows when there is nothing left to wait for.
struct BrowseProgress: Sendable {
    /// A service on one network interface.
    struct Instance: Hashable, Sendable {
        var interface: Int32
        var name: String
        var type: ServiceType
        var domain: String
    }

    private struct Lookups {
        var pending = 0
        var hasIPv4 = false
    }

    private var openTypes = Set(ServiceType.allCases)
    private var lookups: [Instance: Lookups] = [:]

    /// Records that Avahi expects no more services of this type for now.
    mutating func allForNow(_ type: ServiceType) { openTypes.remove(type) }

    /// Records that a service was announced, and that this many lookups of it have started.
    mutating func began(_ instance: Instance, lookups count: Int) { lookups[instance, default: Lookups()].pending += count }

    /// Records that a lookup has ended, with or without a result.
    mutating func ended(_ instance: Instance, withIPv4: Bool = false) {
        lookups[instance]?.pending -= 1
        if withIPv4 { lookups[instance]?.hasIPv4 = true }
    }

    /// Records that the service was removed.
    mutating func removed(_ instance: Instance) { lookups[instance] = nil }

    /// True if all expected results have arrived.
    ///
    /// A service with an IPv4 address may have no IPv6 address, which Avahi would report only after seconds.
    var isSettled: Bool { openTypes.isEmpty && lookups.values.allSatisfy { $0.hasIPv4 || $0.pending <= 0 } }
}

/// The reason why the search for bridges failed.
package enum DiscoveryError: Error, Hashable, Sendable {
    /// The library of Avahi cannot be loaded, with the message of the loader.
    case noLibrary(reason: String)
    /// There is no D-Bus system bus, which is needed to reach the Avahi daemon.
    case noBus
    /// The Avahi daemon is not running.
    case noDaemon
    /// The Avahi daemon is running but did not respond in time.
    case silentDaemon
    /// The Avahi daemon ended meanwhile.
    case lostDaemon
    /// The Avahi daemon or its library reports an error.
    case refused(String)
    /// The system cannot create another thread.
    case noThread
    case cancelled
}

extension DiscoveryError: CustomStringConvertible {
    /// The problem and its remedy, on one line without a full stop.
    package var description: String {
        let instead = "or give the bridge's address yourself, with --bridge URL"
        let start = "install the package avahi-daemon and run 'systemctl start avahi-daemon', \(instead)"
        return switch self {
        case .noLibrary(let reason): "libavahi-client cannot be loaded (\(reason))\(SystemPackage.avahi.remedy), \(instead)"
        case .noBus: "the Avahi daemon, which looks for bridges, cannot be reached: there is no D-Bus system bus; start dbus, then \(start)"
        case .noDaemon: "the Avahi daemon (avahi-daemon), which looks for bridges, does not run; \(start)"
        case .silentDaemon:
            "the Avahi daemon (avahi-daemon), which looks for bridges, does not answer; run 'systemctl restart avahi-daemon', \(instead)"
        case .lostDaemon: "the Avahi daemon (avahi-daemon) ended while it looked for bridges; try again, \(instead)"
        case .refused(let reason): "the Avahi daemon (avahi-daemon) does not look for bridges: \(reason); see its log, \(instead)"
        case .noThread: "no thread is left to look for bridges; raise the limit with 'ulimit -u', \(instead)"
        case .cancelled: "cancelled"
        }
    }
}
