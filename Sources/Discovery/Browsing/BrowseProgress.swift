/// How far browsing has come: when there is nothing left to wait for.
struct BrowseProgress: Sendable {
    /// A service by its name, as one interface has it.
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

    /// Avahi expects no more services of this type for now.
    mutating func allForNow(_ type: ServiceType) { openTypes.remove(type) }

    /// A service was announced, and this many questions about it are under way.
    mutating func began(_ instance: Instance, lookups count: Int) { lookups[instance, default: Lookups()].pending += count }

    /// One of the questions has been answered, or given up.
    mutating func ended(_ instance: Instance, withIPv4: Bool = false) {
        lookups[instance]?.pending -= 1
        if withIPv4 { lookups[instance]?.hasIPv4 = true }
    }

    /// The service is gone.
    mutating func removed(_ instance: Instance) { lookups[instance] = nil }

    /// Whether all that can be expected is here.
    ///
    /// Who has an IPv4 address may have no IPv6 address, which Avahi would find out only after seconds.
    var isSettled: Bool { openTypes.isEmpty && lookups.values.allSatisfy { $0.hasIPv4 || $0.pending <= 0 } }
}
