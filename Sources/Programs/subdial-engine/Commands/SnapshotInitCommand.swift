import ArgumentParser
import FoundationEssentials
import Logging
import SubdialBasics
import SubdialBridge
import SubdialEngine
import SubdialEngineWire
import SubdialPlayback
import SubdialSimulator
import SubdialSnapshots
import SubdialSystem
import SubdialWidgets

extension SnapshotCommand {
    /// `subdial snapshot init`: creates a suite.
    struct Init: CommandVerb {
        static let description = VerbDescription(
            "init", "Create a suite for the templates and entries of a folder.",
            discussion: """
                The command finds entry files in the folder, in 'entries' and in 'Fixtures/entries'. If there are none, it writes one with \
                the samples of the kind.
                """, page: "snapshots",
            examples: [
                "subdial snapshot init": "Create snapshots.yaml in the current folder",
                "subdial snapshot init widgets": "Create it in another folder",
            ])

        /// The date of the sample: that of the machine would make each suite another one.
        private static let date = Date(timeIntervalSince1970: 1_767_903_304)

        @Argument(help: ArgumentHelp("The folder.", valueName: "DIR"), completion: .directory)
        var folder = "."

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let root = context.path(folder).plainPath
            let path = "\(root)/snapshots.yaml"
            guard !FileManager.default.fileExists(atPath: path) else {
                throw CommandFailure(.cannotWrite, "\(path) is there already, and stays as it is")
            }
            let templates = Self.files(in: root, ending: ".yaml").filter { file in
                let name = file.split(separator: "/").last.map(String.init) ?? file
                return WidgetFamily(rawValue: String(name.prefix { $0 != "." && $0 != "@" })) != nil
            }
            guard !templates.isEmpty else {
                throw CommandFailure(
                    .missingInput, "\(folder): there is no template here that is named for a family, such as systemMedium.yaml")
            }
            var entries = ["", "entries/", "Fixtures/entries/"].flatMap { place in
                Self.files(in: "\(root)/\(place)", ending: ".json", isDeep: false).map { place + $0 }
            }.filter { $0 != "fonts.json" }
            if entries.isEmpty {
                // A suite without entries would draw nothing, and pass.
                let resources = try Resources.folder(command.global.configuration(in: context))
                let schema = try resources.schema(ofTemplate: "\(root)/\(templates[0])")
                let sample = "entries/sample.json"
                let text = schema.placeholder(at: Self.date).json.text(indented: true) + "\n"
                try AtomicFile.write(Array(text.utf8), to: "\(root)/\(sample)")
                await context.write("\(root)/\(sample)\n")
                entries = [sample]
            }
            try AtomicFile.write(Array(SnapshotStarter.text(templates: templates, entries: entries).utf8), to: path)
            await context.write("\(path)\n")
            return .done
        }

        private static func files(in folder: String, ending: String, isDeep: Bool = true) -> [String] {
            guard isDeep else {
                return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(ending) }.sorted()
            }
            return ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).filter {
                $0.hasSuffix(ending) && !$0.contains("/.") && !$0.hasPrefix(".")
            }.sorted()
        }
    }
}
