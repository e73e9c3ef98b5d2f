/// Which of the bridge's two JSON dialects is spoken.
public enum BridgeDialect: String, Hashable, Sendable, Codable, CaseIterable {
    /// The bridge since version 3, written in Rust.
    case rust
    /// The bridge up to version 2.7, written for Node.js.
    case node
}

/// A bridge's version: `3.7.0-alpha.9` is 3.7.
public struct BridgeVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The first number.
    public var major: Int
    /// The second number.
    public var minor: Int

    /// Makes a version of its first two numbers.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Reads the first two numbers, with or without a `v` before them; nil where there are none.
    public init?(_ text: String) {
        let numbers = text.drop { $0 == "v" || $0 == "V" }.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard let major = numbers.first.flatMap({ Int($0) }), major >= 0 else { return nil }
        self.major = major
        minor = numbers.dropFirst().first.flatMap { Int($0.prefix { $0.isASCII && $0.isNumber }) } ?? 0
    }

    /// Whether `left` came out before `right`.
    public static func < (left: BridgeVersion, right: BridgeVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// The two numbers with a point between them.
    public var description: String { "\(major).\(minor)" }

    /// From here on the order of the zones is the user's own.
    static let ordersZones = BridgeVersion(major: 3, minor: 4)
    /// From here on HQPlayer zones can be controlled, and UPnP zones can skip.
    static let controlsAll = BridgeVersion(major: 3, minor: 7)
}
