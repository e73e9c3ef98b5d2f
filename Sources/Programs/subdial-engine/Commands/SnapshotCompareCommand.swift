import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialSnapshots
import SubdialSystem

extension SnapshotCommand {
    /// `subdial snapshot compare`: counts the different pixels of two pictures.
    struct Compare: CommandVerb {
        static let description = VerbDescription(
            "compare", "Print the number of different pixels of two pictures, or of the pictures in two folders.",
            discussion:
                "Every difference counts, unless an option of pixelmatch is given. The exit status is 0 if no pixels differ, and 1 if some do.",
            page: "snapshots",
            examples: [
                "subdial snapshot compare before.png after.png": "Print the number of different pixels",
                "subdial snapshot compare before after --diff differences": "Compare two folders, and draw the differences",
                "subdial snapshot compare --pixelmatch before.png after.png diff.png 0.1": "Replace the program pixelmatch",
            ])

        @Argument(help: ArgumentHelp("The expected picture, or a folder of pictures.", valueName: "expected"), completion: .file())
        var expected: String?

        @Argument(help: ArgumentHelp("The actual picture, or a folder of pictures.", valueName: "actual"), completion: .file())
        var actual: String?

        @Argument(help: ArgumentHelp("With --pixelmatch: DIFF, THRESHOLD and INCLUDEAA, as in that program.", valueName: "more"))
        var more: [String] = []

        @Option(help: ArgumentHelp("The maximum difference of equal colours by pixelmatch's measure, 0 to 1.", valueName: "T"))
        var threshold: Double?

        @Flag(name: .customLong("include-aa"), help: "Count antialiased pixels too; pixelmatch does not by default.")
        var includesAA = false

        @Flag(help: "Count every difference, whatever other options say.")
        var exact = false

        @Option(
            help: ArgumentHelp(
                "By pixelmatch's measure, the background of translucent pixels: a checkerboard (on), or white (off).",
                valueName: "on|off"))
        var checkerboard: Switch?

        @Option(
            help: ArgumentHelp("pixelmatch's measure: that of version 7 (yiq, the default), or of version 8 (oklab).", valueName: "METRIC"))
        var metric: ColorMetric?

        @Option(
            name: .customLong("min-ssim"),
            help: ArgumentHelp(
                "The structural similarity that is required, up to 1; differences of pixels then do not count.", valueName: "S"))
        var minSimilarity: Double?

        @Option(
            name: .customLong("max-delta-e"),
            help: ArgumentHelp(
                "The greatest difference of two colours by CIEDE2000 that is allowed; differences of pixels then do not count.",
                valueName: "E"))
        var maxDeltaE: Double?

        @Flag(help: "Print the details of the difference as JSON.")
        var json = false

        @OptionGroup(title: "Difference picture") var drawing: DifferenceOptions

        @Flag(help: "Use the arguments, output and exit codes of the program pixelmatch.")
        var pixelmatch = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
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
            let isExact = exact || (threshold == nil && !includesAA && checkerboard == nil && metric == nil)
            let perceived = PixelSensitivity.perceived(
                threshold: threshold ?? 0.1, countsSmoothing: includesAA, checkerboard: checkerboard != .off, metric: metric ?? .yiq)
            return PictureComparer(
                sensitivity: isExact ? .exact : perceived, limits: PictureLimits(minSimilarity: minSimilarity, maxDeltaE: maxDeltaE))
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
                for measure in comparison.counts.measures { await context.write("\(measure.name): \(measure.value)\n") }
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
                    let measures = (entry.counts?.measures ?? []).map { ", \($0.name) \($0.value)" }.joined()
                    await context.write("\(entry.file): \(entry.message ?? String(entry.counts?.different ?? 0))\(measures)\n")
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
}

extension DifferenceCounts {
    /// The measures that limits have asked for.
    fileprivate var measures: [(name: String, value: Double)] {
        [("SSIM", similarity), ("CIEDE2000", maximumDeltaE)].compactMap { name, value in value.map { (name, $0) } }
    }
}

/// On or off.
enum Switch: String, ExpressibleByArgument {
    case on, off
}

/// The style options of `subdial snapshot compare` for the difference picture.
struct DifferenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The file for a picture of the differences; for two folders, a folder.", valueName: "FILE"),
        completion: .file(extensions: ["png"]))
    var diff: String?

    @Flag(help: "Draw only the different pixels, on a transparent background.")
    var diffMask = false

    @Option(help: ArgumentHelp("The colour of different pixels, such as #ff0000.", valueName: "COLOR"))
    var diffColor: String?

    @Option(help: ArgumentHelp("The colour of different pixels that are darker in the second picture.", valueName: "COLOR"))
    var diffColorAlt: String?

    @Option(help: ArgumentHelp("The colour of antialiased pixels, such as #ffff00.", valueName: "COLOR"))
    var aaColor: String?

    @Option(help: ArgumentHelp("The opacity of equal pixels, 0 to 1 (default: 0.1).", valueName: "A"))
    var alpha: Double?

    /// The name of one of these options that was given; nil if none was.
    fileprivate var named: String? {
        let values = [
            ("--diff-mask", diffMask), ("--diff-color", diffColor != nil), ("--diff-color-alt", diffColorAlt != nil),
            ("--aa-color", aaColor != nil), ("--alpha", alpha != nil),
        ]
        return values.first { $0.1 }?.0
    }

    /// The style according to the options.
    ///
    /// - Throws: ``CommandFailure`` for an invalid colour or opacity.
    fileprivate func style() throws(CommandFailure) -> DifferenceStyle {
        var style = DifferenceStyle(isMask: diffMask)
        if let color = try color(diffColor, "--diff-color") { style.different = color }
        style.darker = try color(diffColorAlt, "--diff-color-alt")
        if let color = try color(aaColor, "--aa-color") { style.smoothed = color }
        if let alpha {
            guard (0...1).contains(alpha) else { throw CommandFailure(.wrongUsage, "--alpha takes 0 to 1, not \(alpha)") }
            style.opacity = alpha
        }
        return style
    }

    private func color(_ text: String?, _ option: String) throws(CommandFailure) -> Color? {
        guard let text else { return nil }
        guard let color = Color(hex: text), color.alpha == 1 else {
            throw CommandFailure(.wrongUsage, "\(option) takes an opaque colour such as #ff0000, not '\(text)'")
        }
        return color
    }
}

/// `subdial snapshot compare --pixelmatch`: the arguments, output and exit codes of the program pixelmatch.
///
/// It replaces the program in scripts. Therefore its exit codes differ from those of other commands: 66 means that pixels differ, 65 that
/// the sizes differ, and 1 that a picture cannot be read or written.
struct PixelmatchRun {
    private let command: SnapshotCommand.Compare

    init(_ command: SnapshotCommand.Compare) { self.command = command }

    private enum Code {
        static let different = ExitStatus.missingInput
        static let otherSize = ExitStatus.badData
        static let fileError = ExitStatus.differences
    }

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard let one = command.expected, let other = command.actual else {
            await context.print("Usage: subdial snapshot compare --pixelmatch image1.png image2.png [diff.png] [threshold] [includeAA]")
            return .wrongUsage
        }
        let comparer = try comparer()
        let style = try command.drawing.style()
        let (first, second) = (try picture(one, context), try picture(other, context))
        guard first.width == second.width, first.height == second.height else {
            await context.print("Image dimensions do not match: \(first.width)x\(first.height) vs \(second.width)x\(second.height)")
            return Code.otherSize
        }
        let start = ContinuousClock.now
        let comparison = comparer.compare(first, second)
        let duration = ContinuousClock.now - start
        let different = comparison.counts.different
        await context.print("matched in: \(Self.milliseconds(duration))ms")
        await context.print("different pixels: \(different)")
        await context.print("error: \(Self.percent(different, of: first.width * first.height))%")
        if let diff = command.more.first, !diff.isEmpty {
            let picture = comparison.difference(first, second, style: style)
            do {
                try SnapshotCommand.Compare.write(picture, to: context.path(diff))
            } catch {
                throw CommandFailure(Code.fileError, CommandFailure(error).message)
            }
        }
        return different == 0 ? .done : Code.different
    }

    private func comparer() throws(CommandFailure) -> PictureComparer {
        let others = [
            ("--json", command.json), ("--exact", command.exact), ("--diff", command.drawing.diff != nil),
            ("--min-ssim", command.minSimilarity != nil), ("--max-delta-e", command.maxDeltaE != nil),
        ]
        if let option = others.first(where: { $0.1 })?.0 {
            throw CommandFailure(.wrongUsage, "--pixelmatch and \(option) exclude each other")
        }
        let more = command.more
        guard more.count <= 3 else {
            throw CommandFailure(.wrongUsage, "--pixelmatch takes five arguments at most, and no '\(more[3])'")
        }
        var threshold = command.threshold ?? 0.1
        if more.count > 1 {
            guard let number = ScriptNumber.value(more[1]) else {
                // The program would find no difference in any picture.
                throw CommandFailure(.wrongUsage, "the threshold is a number, not '\(more[1])'")
            }
            // The program squares it, so that the sign has no effect. With 2 or more nothing differs.
            threshold = min(abs(number), 2)
        }
        let countsSmoothing = more.count > 2 ? more[2] != "false" : command.includesAA
        return PictureComparer(
            sensitivity: .perceived(
                threshold: threshold, countsSmoothing: countsSmoothing, checkerboard: command.checkerboard != .off,
                metric: command.metric ?? .yiq))
    }

    private func picture(_ path: String, _ context: CommandContext) throws(CommandFailure) -> StraightPixels {
        do {
            return try SnapshotCommand.Compare.picture(path, context)
        } catch {
            throw CommandFailure(Code.fileError, CommandFailure(error).message)
        }
    }

    /// Milliseconds with three decimals.
    private static func milliseconds(_ duration: Duration) -> String {
        let thousandths = Int(saturating: (duration / .microseconds(1)).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    /// A percentage with at most two decimals, without trailing zeros.
    private static func percent(_ count: Int, of total: Int) -> String {
        let hundredths = Int(saturating: (10_000 * Double(count) / Double(max(1, total))).rounded(.toNearestOrAwayFromZero))
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        let fraction = hundredths % 100
        return "\(hundredths / 100)." + (fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)")
    }
}

/// The conversion of a text to a number in JavaScript, for the arguments of a program that is written in it.
enum ScriptNumber {
    /// The number; nil if it is NaN.
    ///
    /// A text of whitespace is 0. Integers can be hexadecimal, octal or binary.
    static func value(_ text: String) -> Double? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let word = words.first else { return 0 }
        guard words.count == 1 else { return nil }
        let radixes = ["0x": 16, "0o": 8, "0b": 2]
        if let radix = radixes[word.prefix(2).lowercased()] { return integer(word.dropFirst(2), radix: radix) }
        switch word {
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        // Swift also converts names such as 'nan', and hexadecimal fractions.
        default: return word.allSatisfy("0123456789.eE+-".contains) ? Double(word) : nil
        }
    }

    private static func integer(_ digits: Substring, radix: Int) -> Double? {
        guard !digits.isEmpty else { return nil }
        var value = 0.0
        for digit in digits {
            guard digit.isASCII, let number = digit.hexDigitValue, number < radix else { return nil }
            value = value * Double(radix) + Double(number)
        }
        return value
    }
}

extension ColorMetric: ExpressibleByArgument {}
