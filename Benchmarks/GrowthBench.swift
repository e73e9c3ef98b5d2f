import FoundationEssentials

/// The kinds of work whose growth is measured, each size in a fresh process.
enum GrowthBench: String {
    /// Entries of a timeline, shown one after the other as lines.
    case entries
    /// Zones, followed by name.
    case zones
    /// Feeds of one zone, which all show a change.
    case feeds
    /// Widgets, drawn and written to files.
    case pictures
    /// Snapshots that pass.
    case snapshots
    /// Template files, read and checked.
    case templates

    /// Measures `count` of them, and prints the name, the count, the seconds, and the peak memory in kB.
    func run(count: Int, root: String) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/subdial-growth-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let time =
            switch self {
            case .entries: try EntryGrowth.run(count)
            case .zones: try await ZoneGrowth.zones(count, folder)
            case .feeds: try await ZoneGrowth.feeds(count, folder)
            case .pictures: try PictureGrowth.pictures(count, root, folder)
            case .snapshots: try PictureGrowth.snapshots(count, root, folder)
            case .templates: try PictureGrowth.templates(count, root, folder)
            }
        print("\(rawValue)\t\(count)\t\(time / .seconds(1))\t\(Int(Memory.peak()))")
    }
}
