import FoundationEssentials
import SubdialBasics
import SubdialSnapshots

/// `subdial snapshot compare --pixelmatch`: the arguments, output and exit codes of the program pixelmatch.
///
/// It replaces the program in scripts. Therefore its exit codes differ from those of other commands: 66 means that pixels differ, 65 that
/// the sizes differ, and 1 that a picture cannot be read or written.
struct PixelmatchRun {
    private let command: SnapshotCompareCommand

    init(_ command: SnapshotCompareCommand) { self.command = command }

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
                try SnapshotCompareCommand.write(picture, to: context.path(diff))
            } catch {
                throw CommandFailure(Code.fileError, CommandFailure(error).message)
            }
        }
        return different == 0 ? .done : Code.different
    }

    private func comparer() throws(CommandFailure) -> PictureComparer {
        if let option = [("--json", command.json), ("--exact", command.exact), ("--diff", command.drawing.diff != nil)].first(where: {
            $0.1
        })?.0 {
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
            sensitivity: .perceived(threshold: threshold, countsSmoothing: countsSmoothing, checkerboard: command.checkerboard == .on))
    }

    private func picture(_ path: String, _ context: CommandContext) throws(CommandFailure) -> StraightPixels {
        do {
            return try SnapshotCompareCommand.picture(path, context)
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
