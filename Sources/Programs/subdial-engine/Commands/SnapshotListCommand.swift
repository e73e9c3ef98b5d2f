import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialSnapshots
import SubdialSystem

extension SnapshotCommand {
    /// `subdial snapshot list`: lists snapshots with their references.
    struct List: CommandVerb {
        static let description = VerbDescription(
            "list", "List the snapshots of a suite, or of the tests of a Swift package, with their references.",
            discussion: """
                Of a suite, snapshots without a reference are listed too. Tests in Swift, also those of previews and widgets, tell their \
                names only when they run: what they have recorded is listed.
                """, page: "snapshots",
            examples: [
                "subdial snapshot list": "List those of the current folder",
                "subdial snapshot list widgets.yaml": "List those of a suite",
                "subdial snapshot list StationWidgetSnapshots --json": "List those of a package for a script",
            ])

        @Argument(
            help: ArgumentHelp("A suite, or a folder with snapshots.yaml or with tests in Swift.", valueName: "FILE|FOLDER"),
            completion: .file())
        var place = "."

        @Flag(help: "Print JSON.")
        var json = false

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let items = try listing(command, context).items
            func shown(_ path: String) -> String {
                path.hasPrefix("\(context.workingFolder)/") ? String(path.dropFirst(context.workingFolder.utf8.count + 1)) : path
            }
            guard !json else {
                let list = JSONValue.array(
                    items.map { item in
                        [
                            "suite": .string(item.suite), "name": .string(item.name),
                            "file": item.file.map { .string(shown($0)) } ?? .null,
                            "references": .object(
                                item.files.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                                    JSONMember($0.key.rawValue, .string(shown($0.value)))
                                }),
                        ]
                    })
                await context.write(list.text(indented: true) + "\n")
                return .done
            }
            let widths = (items.map(\.suite.displayWidth).max() ?? 0, items.map(\.name.displayWidth).max() ?? 0)
            for item in items {
                let file = item.file.map(shown) ?? "not recorded"
                await context.print("\(item.suite.padded(columns: widths.0))  \(item.name.padded(columns: widths.1))  \(file)")
            }
            return .done
        }

        private func listing(_ command: VerbCommand<Self>, _ context: CommandContext) throws -> SnapshotListing {
            let path = context.path(place).plainPath
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw CommandFailure(.missingInput, "\(place): there is no such suite or folder")
            }
            func suite(_ path: String) throws -> SnapshotListing {
                try SnapshotListing(SnapshotSuite(path: path), with: Resources.folder(command.global.configuration(in: context)))
            }
            guard isFolder else { return try suite(path) }
            var listing = SnapshotListing(testsBelow: path)
            let own = "\(path)/snapshots.yaml"
            let hasSuite = FileManager.default.fileExists(atPath: own)
            if hasSuite { listing.add(try suite(own)) }
            guard hasSuite || !listing.items.isEmpty else {
                throw CommandFailure(
                    .missingInput,
                    "\(place): there is neither snapshots.yaml nor a reference of a test in it; 'subdial snapshot init' makes a suite, and "
                        + "'swift test' records the references of tests")
            }
            return listing
        }
    }
}
