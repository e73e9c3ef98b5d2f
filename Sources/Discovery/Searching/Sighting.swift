import Bridge
import Playback

/// A bridge as far as its announcements tell, and where to ask for it.
struct Sighting: Hashable, Sendable {
    var name: String
    var type: ServiceType
    var host: String
    /// What the announcement says, for a bridge that does not answer.
    var version: String?
    /// Its addresses, the one to ask first at the front.
    var addresses: [BridgeAddress]
    /// Where else it may be, should none of ``addresses`` answer: its machine's name, and what it says itself.
    ///
    /// Both are often names that nobody else can resolve.
    var others: [BridgeAddress]
}

extension Sighting {
    /// The bridges behind `records`, whose order does not matter.
    ///
    /// What is announced for the same port of the same machine, or of the same address, is one bridge: machines with two networks, and
    /// bridges that announce themselves under two types, are heard several times. The name is no criterion, as most bridges have the same.
    static func merged(_ records: some Sequence<ServiceRecord>) -> [Sighting] {
        var groups: [[ServiceRecord]] = []
        for record in Set(records) {
            let keys = record.keys
            let same = groups.indices.filter { groups[$0].contains { !$0.keys.isDisjoint(with: keys) } }
            let merged = same.flatMap { groups[$0] } + [record]
            for index in same.reversed() { groups.remove(at: index) }
            groups.append(merged)
        }
        return groups.compactMap { Sighting($0) }
    }

    /// nil where nobody could be asked.
    private init?(_ records: [ServiceRecord]) {
        let records = records.sorted { $0.order.lexicographicallyPrecedes($1.order) }
        guard let first = records.first else { return nil }
        host = PlainText.line(first.host, limit: 255)
        name = records.lazy.map { PlainText.line($0.name) }.first { !$0.isEmpty } ?? host
        type = first.type
        version = records.lazy.compactMap { $0.text["version"] }.map { PlainText.line($0) }.first { !$0.isEmpty }
        addresses = records.compactMap(\.ownAddress).withoutDuplicates
        others = (records.compactMap(\.addressOfHost) + records.compactMap(\.addressInText)).withoutDuplicates.filter { [addresses] in
            !addresses.contains($0)
        }
        guard !addresses.isEmpty || !others.isEmpty else { return nil }
    }
}

extension ServiceRecord {
    /// What two records have in common where they are of one bridge.
    fileprivate var keys: Set<String> {
        var keys: Set = ["\(host.lowercased()):\(port)"]
        // Everyone's loopback address is the same, and a link-local one counts on its own link.
        if let address, !address.isLoopback { keys.insert("\(address.urlText):\(port)" + (address.isLinkLocal ? "%\(interface)" : "")) }
        return keys
    }

    /// What to prefer, as words of which the lesser come first: the type that tells the better name, then the kind of address.
    fileprivate var order: [String] {
        let rank = address.map { $0.isLoopback ? 3 : $0.isLinkLocal ? 2 : $0.isIPv4 ? 0 : 1 } ?? 4
        return [
            type == .bridge ? "0" : "1", "\(rank)", host, name, address?.urlText ?? "", "\(port)", text["version"] ?? "",
            text["base"] ?? "",
        ]
    }

    fileprivate var ownAddress: BridgeAddress? {
        guard let address, address.isOfOneMachine, port > 0 else { return nil }
        // It would need the interface's name beside it, which an address in a configuration file must not depend on.
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

    /// Where the bridge says that it is; without a login, which nobody would announce.
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
