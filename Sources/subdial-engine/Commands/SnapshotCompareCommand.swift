import ArgumentParser
import Drawing
import Files
import FoundationEssentials
import Snapshots

/// `subdial snapshot compare`: in how many pixels two pictures differ.
struct SnapshotCompareCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Print in how many pixels two pictures differ, by pixelmatch's measure.",
        discussion: "Ends with 0 where none differ and 1 where some do.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The picture as it should be.", completion: .file())
    var expected: String

    @Argument(help: "The picture as it is.", completion: .file())
    var actual: String

    @Option(help: ArgumentHelp("How far two colours may be apart and count as the same, 0 to 1.", valueName: "T"))
    var threshold = 0.1

    @Flag(name: .customLong("include-aa"), help: "Count pixels that look smoothed like all others.")
    var includesAA = false

    @Flag(help: "Count every difference.")
    var exact = false

    @Option(help: ArgumentHelp("Where to write a picture of what differs.", valueName: "FILE"), completion: .file(extensions: ["png"]))
    var diff: String?

    @Flag(help: "Tell all that is known of the difference, as JSON.")
    var json = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        guard (0...1).contains(threshold) else { throw CommandFailure(.wrongUsage, "--threshold takes 0 to 1, not \(threshold)") }
        let (first, second) = (try picture(expected, context), try picture(actual, context))
        let comparer = PictureComparer(sensitivity: exact ? .exact : .perceived(threshold: threshold, countsSmoothing: includesAA))
        let comparison = comparer.compare(first, second)
        if let diff { try AtomicFile.write(try PNG.encode(comparison.difference(over: first)), to: context.path(diff)) }
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            await context.write(String(decoding: try encoder.encode(comparison.counts), as: UTF8.self) + "\n")
        } else {
            await context.write("\(comparison.counts.different)\n")
        }
        if comparison.expectedSize != comparison.actualSize, let message = comparison.message { context.complain(message) }
        return comparison.passed ? .done : .differences
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
