/// The two JSON dialects of the bridge.
package enum BridgeDialect: String, Hashable, Sendable, Codable, CaseIterable {
    /// The bridge since version 3, written in Rust.
    case rust
    /// The bridge up to version 2.7, written for Node.js.
    case node
}

/// A bridge's version: `3.7.0-alpha.9` is 3.7.
package struct BridgeVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first number.
    private var major: Int
    /// The second number.
    private var minor: Int

    /// Creates a version from its first two numbers.
    package init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Parses the first two numbers, with or without a leading `v`; nil if there are none.
    package init?(_ text: String) {
        let numbers = text.drop { $0 == "v" || $0 == "V" }.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard let major = numbers.first.flatMap({ Int($0) }), major >= 0 else { return nil }
        self.major = major
        minor = numbers.dropFirst().first.flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) } ?? 0
    }

    /// True if `left` is older than `right`.
    package static func < (left: BridgeVersion, right: BridgeVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// The two numbers, separated by a dot.
    package var description: String { "\(major).\(minor)" }

    /// The first version whose order of zones is that of the user.
    static let ordersZones = BridgeVersion(major: 3, minor: 4)
    /// The first version in which the permitted controls of Roon zones are those of now, and not those of the zone's discovery.
    static let tellsControls = BridgeVersion(major: 3, minor: 4)
    /// The first version that can control HQPlayer zones, and skip tracks in UPnP zones.
    static let controlsAll = BridgeVersion(major: 3, minor: 7)
}
