import FoundationEssentials

/// A test of pixelmatch with its own pictures, and the count that it expects.
///
/// The cases and counts are those of `test/test.js` of https://github.com/mapbox/pixelmatch, tag v7.2.0. The pictures are in the source package
/// of pixelmatch-fast on PyPI, from which `Scripts/install-dependencies --test` takes them.
public struct PixelmatchFixture: Sendable, CustomStringConvertible {
    /// The names of the two pictures and of the picture of their difference.
    public let first: String, second: String, difference: String
    /// The number of different pixels.
    public let count: Int
    /// The options of pixelmatch.
    public var threshold = 0.1, alpha = 0.1, isMask = false
    /// The options `diffColor`, `diffColorAlt` and `aaColor` as hexadecimal colours; nil for pixelmatch's own.
    public var color: String?, alternative: String?, smoothed: String?

    /// The name of the case.
    public var description: String { difference }

    /// All cases.
    public static let all: [PixelmatchFixture] = [
        .init(first: "1a", second: "1b", difference: "1diff", count: 143, threshold: 0.05),
        .init(first: "1a", second: "1b", difference: "1diffdefaultthreshold", count: 106),
        .init(first: "1a", second: "1b", difference: "1diffmask", count: 143, threshold: 0.05, isMask: true),
        .init(first: "1a", second: "1a", difference: "1emptydiffmask", count: 0, threshold: 0, isMask: true),
        .init(
            first: "2a", second: "2b", difference: "2diff", count: 12437, threshold: 0.05, alpha: 0.5, color: "#ff00ff", smoothed: "#00c000"
        ),
        .init(first: "3a", second: "3b", difference: "3diff", count: 212, threshold: 0.05),
        .init(first: "4a", second: "4b", difference: "4diff", count: 36049, threshold: 0.05),
        .init(first: "5a", second: "5b", difference: "5diff", count: 6, threshold: 0.05),
        .init(first: "6a", second: "6b", difference: "6diff", count: 51),
        .init(first: "6a", second: "6a", difference: "6empty", count: 0, threshold: 0),
        .init(first: "7a", second: "7b", difference: "7diff", count: 2448, alternative: "#00ff00"),
        .init(first: "8a", second: "5b", difference: "8diff", count: 32896, threshold: 0.05),
    ]

    /// True if the pictures are installed.
    public static var areHere: Bool { FileManager.default.fileExists(atPath: file("8diff").path) }

    /// The file of a picture.
    public static func file(_ name: String) -> URL {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"] ?? "\(environment["HOME"] ?? "")/.local/share"
        return URL(filePath: "\(data)/subdial-tests/pixelmatch/\(name).png")
    }
}
