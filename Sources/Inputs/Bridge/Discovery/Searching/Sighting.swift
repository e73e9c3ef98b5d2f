import SubdialBasics
import SubdialPlayback

/// A bridge according to its announcements, with the addresses to query.
struct Sighting: Hashable, Sendable {
    var name: String
    var type: ServiceType
    var host: String
    /// The announced version, used if the bridge does not respond.
    var version: String?
    /// The resolved addresses, in the order of preference.
    var addresses: [BridgeAddress]
    /// Other addresses to try if none of ``addresses`` responds: the host name, and the address in the TXT record.
    ///
    /// Other machines often cannot resolve either of them.
    var others: [BridgeAddress]
}

extension Sighting {
    /// Groups `records` into bridges, independently of their order.
    ///
    /// Records with the same port and the same host or address belong to one bridge: a machine with two networks, or a bridge that
    /// announces two types, is received several times. The name is not used, because most bridges have the same one.
    static func merged(_ records: some Sequence<ServiceRecord>) -> [Sighting] {
        var groups: [(records: [ServiceRecord], keys: Set<String>)] = []
        /// The group of each key. Groups that have become part of a later one are empty.
        var places: [String: Int] = [:]
        for record in Set(records) {
            var merged = (records: [record], keys: record.keys)
            for place in Set(merged.keys.compactMap { places[$0] }) {
                merged.records += groups[place].records
                merged.keys.formUnion(groups[place].keys)
                groups[place] = ([], [])
            }
            for key in merged.keys { places[key] = groups.count }
            groups.append(merged)
        }
        return groups.compactMap { Sighting($0.records) }
    }

    /// Merges the records of a bridge; nil if there is no address to query.
    private init?(_ records: [ServiceRecord]) {
        let records = records.sorted { $0.order.lexicographicallyPrecedes($1.order) }
        guard let first = records.first else { return nil }
        host = first.host.oneLine(limit: 255)
        name = records.lazy.map { $0.name.oneLine(limit: 63) }.first { !$0.isEmpty } ?? host
        type = first.type
        version = records.lazy.compactMap { $0.text["version"] }.map { $0.oneLine(limit: 63) }.first { !$0.isEmpty }
        addresses = records.compactMap(\.ownAddress).withoutDuplicates
        others = (records.compactMap(\.addressOfHost) + records.compactMap(\.addressInText)).withoutDuplicates.filter { [addresses] in
            !addresses.contains($0)
        }
        guard !addresses.isEmpty || !others.isEmpty else { return nil }
    }
}

extension ServiceRecord {
    /// The keys that records of the same bridge share.
    fileprivate var keys: Set<String> {
        var keys: Set = ["\(host.lowercased()):\(port)"]
        // Loopback addresses are equal on all machines, and link-local ones are unique only on their link.
        if let address, !address.isLoopback { keys.insert("\(address.urlText):\(port)" + (address.isLinkLocal ? "%\(interface)" : "")) }
        return keys
    }

    /// The sort key, lowest first: the type with the better name, then the kind of address.
    fileprivate var order: [String] {
        let rank = address.map { $0.isLoopback ? 3 : $0.isLinkLocal ? 2 : $0.isIPv4 ? 0 : 1 } ?? 4
        return [
            type == .bridge ? "0" : "1", "\(rank)", host, name, address?.urlText ?? "", "\(port)", text["version"] ?? "",
            text["base"] ?? "",
        ]
    }

    fileprivate var ownAddress: BridgeAddress? {
        guard let address, address.isOfOneMachine, port > 0 else { return nil }
        // A link-local IPv6 address needs an interface name, which an address in a configuration file must not depend on.
        guard address.isIPv4 || !address.isLinkLocal else { return nil }
        return try? BridgeAddress("http://\(address.urlText):\(port)")
    }

    fileprivate var addressOfHost: BridgeAddress? {
        var name = host.lowercased()[...]
        if name.last == "." { name.removeLast() }
        let isName = name.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        guard isName, !name.isEmpty, name.utf8.count <= 253, port > 0 else { return nil }
        return try? BridgeAddress("http://\(name):\(port)")
    }

    /// The bridge's address according to its TXT record; nil if it contains a login, which no bridge announces.
    fileprivate var addressInText: BridgeAddress? {
        guard let base = text["base"], !base.contains("@"), base.hasPrefix("http://") || base.hasPrefix("https://") else { return nil }
        return try? BridgeAddress(base)
    }
}

extension Sequence where Element: Hashable {
    fileprivate var withoutDuplicates: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
