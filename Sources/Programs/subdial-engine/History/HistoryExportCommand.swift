import ArgumentParser
import FoundationEssentials
import SubdialDocuments
import SubdialEngine
import SubdialLibrary
import SubdialSystem
import SubdialTimeline

/// `subdial history export`: writes the listening history into a file.
struct HistoryExportCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the listening history, the earliest listen first.",
        discussion:
            "The extension of the file defines the format: .json is a list and .jsonl a line per listen, both in ListenBrainz's format; .csv is a table. - writes lines to stdout."
    )

    static let manual = CommandManual(
        "history",
        [
            "subdial history export listens.json": "Write all listens in ListenBrainz's format",
            "subdial history export - | tail -n 1": "Print the latest listen",
        ])

    @OptionGroup(title: "General") var global: GeneralOptions

    @Argument(help: ArgumentHelp("The .json, .jsonl or .csv file, or - for stdout.", valueName: "FILE"))
    var file: String

    func run(in context: CommandContext) async throws -> ExitStatus {
        let listens = try context.history.listens().reversed().map(\.listen)
        let name = file.lowercased()
        let text =
            if file == "-" || name.hasSuffix(".jsonl") {
                listens.map { $0.listenBrainz().text() + "\n" }.joined()
            } else if name.hasSuffix(".json") {
                JSONValue.array(listens.map { $0.listenBrainz() }).text(indented: true) + "\n"
            } else if name.hasSuffix(".csv") {
                Self.table(listens)
            } else {
                throw CommandFailure(.wrongUsage, "export takes a file that ends in .json, .jsonl or .csv, or -, not '\(file)'")
            }
        if file == "-" {
            await context.write(text)
        } else {
            try AtomicFile.write(Array(text.utf8), to: context.path(file), isPrivate: true)
        }
        return .done
    }

    /// The listens as CSV (RFC 4180).
    private static func table(_ listens: [Listen]) -> String {
        let rows = listens.map { listen in
            [
                listen.started.iso8601, listen.track.title, listen.track.artist, listen.track.album,
                listen.track.length.map { "\($0)" } ?? "", listen.source ?? "", listen.zone,
            ]
        }
        return ([["started", "title", "artist", "album", "length", "source", "zone"]] + rows).map { row in
            row.map(\.cell).joined(separator: ",") + "\r\n"
        }.joined()
    }
}

extension String {
    /// The text as a CSV cell, quoted if necessary, or if a spreadsheet would interpret it as a formula.
    fileprivate var cell: String {
        let isFormula = first.map { "=+-@".contains($0) } ?? false
        guard isFormula || contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return self }
        return "\"" + (isFormula ? "'" : "") + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
