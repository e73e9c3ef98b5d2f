import ArgumentParser
import FoundationEssentials
import SubdialDrawing
import SubdialSnapshots
import SubdialSystem

/// `subdial snapshot compare`: counts the different pixels of two pictures.
struct SnapshotCompareCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Print the number of different pixels of two pictures, or of the pictures in two folders.",
        discussion: "The comparison is that of pixelmatch. The exit status is 0 if no pixels differ, and 1 if some do.")

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot compare before.png after.png": "Print the number of different pixels",
            "subdial snapshot compare before after --diff differences": "Compare two folders, and draw the differences",
            "subdial snapshot compare --pixelmatch before.png after.png diff.png 0.1": "Replace the program pixelmatch",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The expected picture, or a folder of pictures.", valueName: "expected"), completion: .file())
    var expected: String?

    @Argument(help: ArgumentHelp("The actual picture, or a folder of pictures.", valueName: "actual"), completion: .file())
    var actual: String?

    @Argument(help: ArgumentHelp("With --pixelmatch: DIFF, THRESHOLD and INCLUDEAA, as in that program.", valueName: "more"))
    var more: [String] = []

    @Option(help: ArgumentHelp("The maximum difference of equal colours, 0 to 1 (default: 0.1).", valueName: "T"))
    var threshold: Double?

    @Flag(name: .customLong("include-aa"), help: "Count antialiased pixels too.")
    var includesAA = false

    @Flag(help: "Count every difference.")
    var exact = false

    @Option(help: ArgumentHelp("The background of translucent pixels: a checkerboard (on), or white (off).", valueName: "on|off"))
    var checkerboard: Switch = .on

    @Flag(help: "Print the details of the difference as JSON.")
    var json = false

    @OptionGroup(title: "Difference picture") var drawing: DifferenceOptions

    @Flag(help: "Use the arguments, output and exit codes of the program pixelmatch.")
    var pixelmatch = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        if let threshold, !(0...1).contains(threshold) {
            throw CommandFailure(.wrongUsage, "--threshold takes 0 to 1, not \(threshold)")
        }
        if pixelmatch { return try await PixelmatchRun(self).run(in: context) }
        guard let expected, let actual else {
            throw CommandFailure(.wrongUsage, "compare takes two pictures or two folders; see 'subdial snapshot compare --help'")
        }
        if let extra = more.first {
            throw CommandFailure(.wrongUsage, "compare takes two pictures, and no '\(extra)'; --diff and --pixelmatch take more")
        }
        let style = try drawing.style()
        if drawing.diff == nil, let option = drawing.named { throw CommandFailure(.wrongUsage, "\(option) needs --diff FILE") }
        let folders = [expected, actual].map { Self.isFolder(context.path($0)) }
        guard folders[0] == folders[1] else {
            throw CommandFailure(.wrongUsage, "compare takes two pictures or two folders, and not one of each")
        }
        return folders[0]
            ? try await compareFolders(expected, actual, style, context) : try await comparePictures(expected, actual, style, context)
    }

    private var comparer: PictureComparer {
        let perceived = PixelSensitivity.perceived(
            threshold: threshold ?? 0.1, countsSmoothing: includesAA, checkerboard: checkerboard == .on)
        return PictureComparer(sensitivity: exact ? .exact : perceived)
    }

    private func comparePictures(
        _ expected: String, _ actual: String, _ style: DifferenceStyle, _ context: CommandContext
    ) async throws -> ExitStatus {
        let (first, second) = (try Self.picture(expected, context), try Self.picture(actual, context))
        let comparison = comparer.compare(first, second)
        if let diff = drawing.diff { try Self.write(comparison.difference(first, second, style: style), to: context.path(diff)) }
        if json {
            await context.write(try Self.text(comparison.counts))
        } else {
            await context.write("\(comparison.counts.different)\n")
        }
        if comparison.expectedSize != comparison.actualSize, let message = comparison.message { context.complain(message) }
        return comparison.passed ? .done : .differences
    }

    /// The result for a picture that is in either folder.
    private struct FolderEntry: Encodable {
        let file: String
        /// The counts; nil if it is in one folder only, or damaged.
        let counts: DifferenceCounts?
        /// The message for a difference other than pixels.
        let message: String?
    }

    /// Compares the pictures of two folders by path, and prints a line for each that differs, is damaged or is in only one of
    /// them.
    private func compareFolders(
        _ expected: String, _ actual: String, _ style: DifferenceStyle, _ context: CommandContext
    ) async throws -> ExitStatus {
        let (first, second) = (Self.pictures(in: context.path(expected)), Self.pictures(in: context.path(actual)))
        var entries: [FolderEntry] = []
        var (isAlike, isWhole) = (true, true)
        for file in Set(first).union(second).sorted() {
            guard first.contains(file), second.contains(file) else {
                entries.append(FolderEntry(file: file, counts: nil, message: "only in \(first.contains(file) ? expected : actual)"))
                isAlike = false
                continue
            }
            let (one, other): (StraightPixels, StraightPixels)
            do {
                (one, other) = (try Self.picture("\(expected)/\(file)", context), try Self.picture("\(actual)/\(file)", context))
            } catch {
                // The others are compared, too.
                entries.append(FolderEntry(file: file, counts: nil, message: error.message))
                isWhole = false
                continue
            }
            let comparison = comparer.compare(one, other)
            let hasOtherSize = comparison.expectedSize != comparison.actualSize
            entries.append(FolderEntry(file: file, counts: comparison.counts, message: hasOtherSize ? comparison.message : nil))
            guard !comparison.passed else { continue }
            isAlike = false
            if let diff = drawing.diff {
                let path = "\(context.path(diff))/\(file)\(file.hasSuffix(".png") ? "" : ".png")"
                try Self.write(comparison.difference(one, other, style: style), to: path)
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
        return !isWhole ? .badData : isAlike ? .done : .differences
    }

    static func write(_ picture: Bitmap, to path: String) throws { try AtomicFile.write(try PNG.encode(picture), to: path) }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
    }

    /// The pictures below a folder, as relative paths.
    private static func pictures(in folder: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter { file in
            [".png", ".jpg", ".jpeg", ".webp"].contains { file.lowercased().hasSuffix($0) }
        }
    }

    static func picture(_ written: String, _ context: CommandContext) throws(CommandFailure) -> StraightPixels {
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
