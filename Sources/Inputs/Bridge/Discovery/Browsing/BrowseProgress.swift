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
