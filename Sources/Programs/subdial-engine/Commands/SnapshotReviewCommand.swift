import ArgumentParser
import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialSnapshots
import SubdialSystem

/// The options that select the report of a run, and the references that a review changes.
struct SnapshotReportOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The report folder of a check (default: that of the suite, or the only one here).", valueName: "DIR"),
        completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The suite of the run; needed if there are reports of several, or if it is not below the current folder with its references.",
            valueName: "FILE"),
        completion: .file(extensions: ["yaml"]))
    var suite: String?

    @Option(help: ArgumentHelp("Write references only for this platform.", valueName: "NAME"))
    var platform: String?

    /// The report of the last run.
    func review(_ context: CommandContext) throws -> SnapshotReview {
        try SnapshotReview(try output.map { RunFolder(path: context.path($0)) } ?? folder(context))
    }

    /// The default folder of the named suite, or else that of the only report in the current folder, or of the Swift tests of its package.
    private func folder(_ context: CommandContext) throws -> RunFolder {
        if let suite {
            let own = RunFolder.ofSuite(context.path(suite))
            guard FileManager.default.fileExists(atPath: own.path) else {
                throw CommandFailure(
                    .missingInput,
                    "\(own.path): there is no report of this suite; run 'subdial snapshot check \(suite)' first, or name its folder by '--output'"
                )
            }
            return own
        }
        let names = ((try? ConfinedFolder(context.workingFolder))?.names ?? []).filter { $0.hasPrefix(RunFolder.defaultName) }
        let reports = names.sorted().filter { (try? RunFolder(path: context.path($0)).record()) != nil }
        guard reports.count < 2 else {
            throw CommandFailure(
                .wrongUsage,
                "there are reports of several suites: name one of them by '--suite' or '--output': \(reports.joined(separator: ", "))")
        }
        let tests = RunFolder(path: context.path(".build/\(RunFolder.defaultName)"))
        if reports.isEmpty, (try? tests.record()) != nil { return tests }
        let path = context.path(reports.first ?? RunFolder.defaultName)
        guard !reports.isEmpty || FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                .missingInput,
                "\(path): there is no such report; run 'subdial snapshot check' or 'swift test' first, or name a suite by '--suite', "
                    + "or a report by '--output'")
        }
        return RunFolder(path: path)
    }

    /// The references, from the user's own suite or tests, and the store of their pictures: the report may come from others.
    fileprivate func references(
        of review: SnapshotReview, _ global: GeneralOptions, _ context: CommandContext
    ) throws -> (references: ReviewedReferences, store: SuiteStore?) {
        try SnapshotFiles.check(platform: platform)
        let record = review.record
        // Swift tests have no suite.
        if record.suite.isEmpty, suite == nil {
            return (ReviewedReferences(ofTestsIn: context.workingFolder, record, platform: platform), nil)
        }
        guard let found = try record.suite(named: suite.map(context.path), in: context.workingFolder) else {
            throw CommandFailure(
                .missingInput,
                "\(record.suite): there is no such suite below \(context.workingFolder); name it by '--suite', and the report by '--output'"
            )
        }
        let resources = try Resources.folder(global.configuration(in: context))
        let store = try SuiteStore(of: found, context.environment)
        let references = ReviewedReferences(
            of: found, try found.snapshots(with: resources), record, platform: platform, cache: store?.cache)
        return (references, store)
    }
}

extension SnapshotCommand {
    /// `subdial snapshot pending`: lists the snapshots that need a decision.
    struct Pending: CommandVerb {
        typealias Options = SnapshotReportOption

        static let description = VerbDescription(
            "pending", "List the pending snapshots: those of the last check that differ or have no reference.", page: "snapshots",
            examples: [
                "subdial snapshot pending": "List the snapshots without a decision",
                "subdial snapshot pending --json": "List them for a script",
            ])

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let pending = try command.options.review(context).pending
            guard json else {
                await context.write(pending.map { "\($0.id)\n" }.joined())
                return .done
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            await context.write(String(decoding: try encoder.encode(pending), as: UTF8.self) + "\n")
            return .done
        }
    }

    /// `subdial snapshot accept`: makes drawn snapshots the references.
    struct Accept: CommandVerb {
        typealias Options = SnapshotReportOption

        static let description = VerbDescription(
            "accept", "Accept pending snapshots: their pictures become the references.", page: "snapshots",
            examples: [
                "subdial snapshot accept card/playing/systemMedium-dark": "Accept one snapshot",
                "subdial snapshot accept --same-cause card/playing/systemMedium-dark": "Accept it with all that differ for the same cause",
                "subdial snapshot accept 'card/*.dark'": "Accept all whose name matches",
                "subdial snapshot accept --all": "Accept all pending snapshots",
            ])

        @OptionGroup var pending: PendingChoice

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            var review = try command.options.review(context)
            let ids = try pending.ids(of: review)
            guard !ids.isEmpty else { return .done }
            let (references, store) = try command.options.references(of: review, command.global, context)
            try review.accept(ids, in: references) { context.writeLine("accepted \($0)") }
            _ = try await store?.transfer.send()
            return .done
        }
    }

    /// `subdial snapshot reject`: keeps the references.
    struct Reject: CommandVerb {
        typealias Options = SnapshotReportOption

        static let description = VerbDescription(
            "reject", "Reject pending snapshots: their references remain unchanged.", page: "snapshots",
            examples: [
                "subdial snapshot reject card/playing/systemMedium-dark": "Keep the reference of one snapshot",
                "subdial snapshot reject --all": "Keep the references of all pending snapshots",
            ])

        @OptionGroup var pending: PendingChoice

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            var review = try command.options.review(context)
            let ids = try pending.ids(of: review)
            try review.reject(ids)
            await context.write(ids.map { "rejected \($0)\n" }.joined())
            return .done
        }
    }
}

/// The pending snapshots that a command decides on.
struct PendingChoice: ParsableArguments {
    @Argument(help: ArgumentHelp("The ids of the snapshots, or patterns of ids with '*'.", valueName: "ID"))
    var ids: [String] = []

    @Flag(help: "Apply to all pending snapshots.")
    var all = false

    @Flag(help: "Apply also to the pending snapshots that differ for the same cause.")
    var sameCause = false

    /// The ids of the chosen snapshots.
    ///
    /// - Throws: An error for an unknown id, before anything is changed.
    fileprivate func ids(of review: SnapshotReview) throws -> [String] {
        guard all != !ids.isEmpty else { throw CommandFailure(.wrongUsage, "name snapshots, or give --all") }
        guard !all else { return review.pending.map(\.id) }
        let ids = try review.ids(named: ids)
        guard sameCause else { return ids }
        let chosen = Set(ids)
        return review.pending.rows.map { $0.all.map(\.id) }.filter { !chosen.isDisjoint(with: $0) }.flatMap(\.self)
    }
}

extension SnapshotCommand {
    /// `subdial snapshot review`: asks for a decision on each pending snapshot.
    struct Review: CommandVerb {
        typealias Options = SnapshotReportOption

        static let description = VerbDescription(
            "review", "Show the pending snapshots one by one, and accept, reject or skip each.",
            discussion: """
                Snapshots that differ for the same cause are one question. The command shows pictures in terminals with the graphics \
                protocol of kitty or iTerm2, or with sixel.
                """,
            page: "snapshots",
            examples: ["subdial snapshot review": "Decide on each difference of the last check"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            var review = try command.options.review(context)
            let pending = review.pending.rows
            guard !pending.isEmpty else {
                await context.write("no snapshot is pending\n")
                return .done
            }
            let (references, store) = try command.options.references(of: review, command.global, context)
            var asking = ReviewAsking(
                review: review, references: references, pictures: TerminalPictures(environment: context.environment), context: context)
            for (index, row) in pending.enumerated() {
                guard let row = asking.undecided(row) else { continue }
                guard try await asking.decide(row, "\(index + 1)/\(pending.count)") else { break }
            }
            review = asking.review
            _ = try await store?.transfer.send()
            return review.pending.isEmpty ? .done : .differences
        }
    }
}

/// The questions of a review, and what is done with the answers.
private struct ReviewAsking {
    var review: SnapshotReview
    let references: ReviewedReferences
    let pictures: TerminalPictures
    let context: CommandContext

    /// The row without the snapshots that a pattern has decided; nil if none is left.
    func undecided(_ row: SnapshotRow) -> SnapshotRow? {
        let pending = Set(review.pending.map(\.id))
        return row.all.filter { pending.contains($0.id) }.rows.first
    }

    /// Shows the first snapshot of a row, and applies the decision to all of it; returns false to end the review.
    mutating func decide(_ row: SnapshotRow, _ number: String) async throws -> Bool {
        let snapshot = row.first
        await context.write("\n\(number) \(snapshot.id)\n")
        if !snapshot.message.isEmpty { await context.write("  \(snapshot.message)\n") }
        for change in snapshot.nodeChanges { await context.write("  \(change)\n") }
        if let change = snapshot.change { await context.write("  at \(change.file):\(change.line)\n") }
        if !row.others.isEmpty { await context.write("  \(row.rest)\n") }
        let files = [snapshot.expected, snapshot.difference, snapshot.actual, snapshot.expectedText, snapshot.actualText]
        for file in files.compactMap(\.self) { await context.write("  \(review.folder.path)/\(file)\n") }
        if let shown = pictures.open({ review.pictures(of: snapshot) }) { context.write(Array((shown + "\n").utf8)) }
        while true {
            let keys = row.others.isEmpty ? "" : ", [o]ne by one"
            await context.write(
                "  \(row.others.isEmpty ? "" : "all \(row.all.count): ")[a]ccept, [r]eject, [s]kip\(keys), by [p]attern, [q]uit? ")
            switch readLine()?.lowercased().first {
            case "a":
                try review.accept(row.all.map(\.id), in: references)
                return true
            case "r":
                try review.reject(row.all.map(\.id))
                return true
            case "s": return true
            case "p":
                try await decideByPattern(as: snapshot.id)
                let rest = Set(review.pending.map(\.id))
                guard row.all.contains(where: { rest.contains($0.id) }) else { return true }
            case "o" where !row.others.isEmpty:
                for (index, single) in row.singles.enumerated() {
                    guard let single = undecided(single) else { continue }
                    guard try await decide(single, "\(number), \(index + 1)/\(row.all.count)") else { return false }
                }
                return true
            case "q", nil: return false
            default: continue
            }
        }
    }

    /// Asks for a pattern, and for a decision on all pending snapshots that match it.
    private mutating func decideByPattern(as example: String) async throws {
        await context.write("  a pattern with '*', such as \(example.prefix { $0 != "/" })/*: ")
        guard let pattern = readLine(), !pattern.isEmpty else { return }
        let ids: [String]
        do {
            ids = try review.ids(named: [pattern])
        } catch {
            return await context.write("  \(error)\n")
        }
        for id in ids.prefix(10) { await context.write("    \(id)\n") }
        if ids.count > 10 { await context.write("    and \(ids.count - 10) more\n") }
        await context.write("  all \(ids.count): [a]ccept, [r]eject, or neither? ")
        switch readLine()?.lowercased().first {
        case "a": try review.accept(ids, in: references)
        case "r": try review.reject(ids)
        default: return
        }
    }
}

/// Shows pictures in a terminal, with the graphics protocol that it supports.
struct TerminalPictures {
    enum Way: Equatable {
        case kitty, iTerm2, sixel
    }

    /// The maximum width of a picture, in pixels.
    private static let width = 1000
    /// The maximum size of a base64 chunk in kitty's protocol, in bytes.
    private static let piece = 4096

    private let way: Way?

    /// Detects the protocol from the environment; `SUBDIAL_PICTURES` overrides the detection.
    init(environment: [String: String]) {
        let program = environment["TERM_PROGRAM"] ?? ""
        let term = environment["TERM"] ?? ""
        switch environment["SUBDIAL_PICTURES"] {
        case "kitty": way = .kitty
        case "iterm2": way = .iTerm2
        case "sixel": way = .sixel
        case "none": way = nil
        default:
            if environment["KITTY_WINDOW_ID"] != nil || term.contains("kitty") || program == "ghostty" {
                way = .kitty
            } else if program == "iTerm.app" || program == "WezTerm" || environment["LC_TERMINAL"] == "iTerm2" {
                way = .iTerm2
            } else if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel") {
                way = .sixel
            } else {
                way = nil
            }
        }
    }

    /// The escape sequences that show the pictures in a row; nil if there is no picture or no supported protocol.
    fileprivate func open(_ read: () -> [Bitmap]) -> String? {
        guard let way else { return nil }
        let pictures = read()
        guard !pictures.isEmpty else { return nil }
        var bitmap = Bitmap.sideBySide(pictures)
        func encoded() -> Data? { (try? PNG.encode(bitmap)).map { Data($0) } }
        switch way {
        case .kitty: return encoded().map { Self.kitty($0.base64EncodedString()) }
        case .iTerm2: return encoded().map { "\u{1B}]1337;File=inline=1;size=\($0.count):\($0.base64EncodedString())\u{7}" }
        case .sixel:
            if bitmap.width > Self.width {
                bitmap = bitmap.resized(width: Self.width, height: max(1, bitmap.height * Self.width / bitmap.width))
            }
            return Sixel.text(bitmap)
        }
    }

    private static func kitty(_ encoded: String) -> String {
        var text = ""
        var rest = encoded[...]
        var isFirst = true
        repeat {
            let part = rest.prefix(piece)
            rest = rest.dropFirst(piece)
            text += "\u{1B}_G\(isFirst ? "a=T,f=100," : "")m=\(rest.isEmpty ? 0 : 1);\(part)\u{1B}\\"
            isFirst = false
        } while !rest.isEmpty
        return text
    }
}

/// Encodes pictures as DEC sixels: rows of six pixels in the 216 colours of a 6×6×6 cube, on a dark background.
enum Sixel {
    /// The escape sequence for a picture.
    static func text(_ bitmap: Bitmap) -> String {
        var text = "\u{1B}Pq\"1;1;\(bitmap.width);\(bitmap.height)"
        for color in 0..<216 { text += "#\(color);2;\(color / 36 * 20);\(color / 6 % 6 * 20);\(color % 6 * 20)" }
        for band in stride(from: 0, to: bitmap.height, by: 6) {
            var masks: [Int: [UInt8]] = [:]
            for row in 0..<min(6, bitmap.height - band) {
                for column in 0..<bitmap.width {
                    masks[color(bitmap, column, band + row), default: [UInt8](repeating: 0, count: bitmap.width)][column] |= 1 << row
                }
            }
            text += masks.sorted { $0.key < $1.key }.map { "#\($0.key)\(line($0.value))" }.joined(separator: "$") + "-"
        }
        return text + "\u{1B}\\"
    }

    private static func color(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int {
        let offset = (y * bitmap.width + x) * 4
        func level(_ channel: Int) -> Int {
            let over = Int(bitmap.pixels[offset + channel]) + (255 - Int(bitmap.pixels[offset + 3])) * 24 / 255
            return (min(255, over) * 5 + 127) / 255
        }
        return level(2) * 36 + level(1) * 6 + level(0)
    }

    /// Encodes runs of equal characters.
    private static func line(_ masks: [UInt8]) -> String {
        var text = ""
        var index = 0
        while index < masks.count {
            var end = index + 1
            while end < masks.count, masks[end] == masks[index] { end += 1 }
            let sign = String(UnicodeScalar(63 + masks[index]))
            text += end - index > 3 ? "!\(end - index)\(sign)" : String(repeating: sign, count: end - index)
            index = end
        }
        return text
    }
}
