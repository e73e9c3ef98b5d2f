import ArgumentParser
import Drawing
import Files
import FoundationEssentials
import Snapshots

/// `subdial snapshot compare`: in how many pixels two pictures differ.
struct SnapshotCompareCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Print in how many pixels two pictures differ, by pixelmatch's measure; or two folders of pictures.",
        discussion: "Ends with 0 where none differ and 1 where some do.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The picture as it should be, or a folder of pictures.", completion: .file())
    var expected: String

    @Argument(help: "The picture as it is, or a folder.", completion: .file())
    var actual: String

    @Option(help: ArgumentHelp("How far two colours may be apart and count as the same, 0 to 1.", valueName: "T"))
    var threshold = 0.1

    @Flag(name: .customLong("include-aa"), help: "Count pixels that look smoothed like all others.")
    var includesAA = false

    @Flag(help: "Count every difference.")
    var exact = false

    @Option(
        help: ArgumentHelp("Where to write a picture of what differs; of folders, a folder.", valueName: "FILE"),
        completion: .file(extensions: ["png"]))
    var diff: String?

    @Flag(help: "Tell all that is known of the difference, as JSON.")
    var json = false

    @Flag(help: "Write only what counts as different to --diff, on a transparent background.")
    var diffMask = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard (0...1).contains(threshold) else { throw CommandFailure(.wrongUsage, "--threshold takes 0 to 1, not \(threshold)") }
        guard diff != nil || !diffMask else { throw CommandFailure(.wrongUsage, "--diff-mask needs --diff FILE") }
        let folders = [expected, actual].map { Self.isFolder(context.path($0)) }
        guard folders[0] == folders[1] else {
            throw CommandFailure(.wrongUsage, "compare takes two pictures or two folders, and not one of each")
        }
        return folders[0] ? try await compareFolders(context) : try await comparePictures(context)
    }

    private var comparer: PictureComparer {
        PictureComparer(sensitivity: exact ? .exact : .perceived(threshold: threshold, countsSmoothing: includesAA))
    }

    private func comparePictures(_ context: CommandContext) async throws -> ExitStatus {
        let (first, second) = (try picture(expected, context), try picture(actual, context))
        let comparison = comparer.compare(first, second)
        if let diff { try write(comparison, over: first, to: context.path(diff)) }
        if json {
            await context.write(try Self.text(comparison.counts))
        } else {
            await context.write("\(comparison.counts.different)\n")
        }
        if comparison.expectedSize != comparison.actualSize, let message = comparison.message { context.complain(message) }
        return comparison.passed ? .done : .differences
    }

    /// A picture of two folders, or of one of them.
    private struct FolderEntry: Encodable {
        let file: String
        /// nil where it is in one folder only.
        let counts: DifferenceCounts?
        /// The message of a difference that is no number of pixels.
        let message: String?
    }

    /// Compares the pictures of two folders, by their paths: a line for each that differs or is in one of them only.
    private func compareFolders(_ context: CommandContext) async throws -> ExitStatus {
        let (first, second) = (Self.pictures(in: context.path(expected)), Self.pictures(in: context.path(actual)))
        var entries: [FolderEntry] = []
        var isAlike = true
        for file in Set(first).union(second).sorted() {
            guard first.contains(file), second.contains(file) else {
                entries.append(FolderEntry(file: file, counts: nil, message: "only in \(first.contains(file) ? expected : actual)"))
                isAlike = false
                continue
            }
            let (one, other) = (try picture("\(expected)/\(file)", context), try picture("\(actual)/\(file)", context))
            let comparison = comparer.compare(one, other)
            let hasOtherSize = comparison.expectedSize != comparison.actualSize
            entries.append(FolderEntry(file: file, counts: comparison.counts, message: hasOtherSize ? comparison.message : nil))
            guard !comparison.passed else { continue }
            isAlike = false
            if let diff {
                try write(comparison, over: one, to: "\(context.path(diff))/\(file)\(file.hasSuffix(".png") ? "" : ".png")")
            }
        }
        guard !entries.isEmpty else {
            throw CommandFailure(.missingInput, "\(expected), \(actual): there are no pictures in either folder")
        }
        if json {
            await context.write(try Self.text(entries))
        } else {
            for entry in entries where entry.message != nil || entry.counts?.different ?? 0 > 0 {
                await context.write("\(entry.file): \(entry.message ?? String(entry.counts?.different ?? 0))\n")
            }
        }
        return isAlike ? .done : .differences
    }

    private func write(_ comparison: PictureComparison, over expected: StraightPixels, to path: String) throws {
        let picture = diffMask ? comparison.differenceMask : comparison.difference(over: expected)
        try AtomicFile.write(try PNG.encode(picture), to: path)
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    /// The pictures below a folder, by their paths in it.
    private static func pictures(in folder: String) -> [String] {
        guard let files = FileManager.default.enumerator(atPath: folder) else { return [] }
        return files.compactMap { $0 as? String }.filter { file in
            [".png", ".jpg", ".jpeg", ".webp"].contains { file.lowercased().hasSuffix($0) }
        }
    }

    private func picture(_ written: String, _ context: CommandContext) throws -> StraightPixels {
        guard let data = FileManager.default.contents(atPath: context.path(written)) else {
            throw CommandFailure(.missingInput, "\(written): there is no such picture")
        }
        do {
            return try StraightPixels(decoding: [UInt8](data))
        } catch {
            throw CommandFailure(.badData, "\(written): \(error)")
        }
    }
}
