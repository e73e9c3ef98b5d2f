import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialSnapshots
import SubdialSystem
import SubdialWidgets

/// `subdial snapshot fonts`: manages the fonts of a suite.
struct SnapshotFontsCommand: DocumentedCommand {
    static let configuration = CommandConfiguration(
        commandName: "fonts", abstract: "Pin the fonts of a suite, so that every machine draws the same pictures.",
        subcommands: [Lock.command, Vendor.command])

    static let manual = CommandManual(
        "snapshots",
        [
            "subdial snapshot fonts lock": "Pin the fonts of the suite",
            "subdial snapshot fonts vendor fonts": "Copy them into a folder",
        ])
}

/// The option that selects the suite.
struct SnapshotFontsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The suite.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var suite = SnapshotSuite.defaultFile

    fileprivate func runner(_ global: GeneralOptions, _ context: CommandContext) throws -> SnapshotRunner {
        let path = context.path(suite)
        return try SnapshotRunner(
            suitePath: path, selection: SnapshotSelection(), mode: .never, output: SnapshotOptions.output(nil, suite: path, context),
            platform: nil, resources: try Resources.folder(global.configuration(in: context)))
    }
}

extension SnapshotFontsCommand {
    /// `subdial snapshot fonts lock`: writes a font lock.
    struct Lock: CommandVerb {
        typealias Options = SnapshotFontsOptions

        static let description = VerbDescription(
            "lock", "Write the font faces of a suite to a lock file, with the version and SHA-256 of each file.",
            discussion: "With the lock file, 'check' and 'record' fail if a face differs, before they draw.", page: "snapshots",
            examples: ["subdial snapshot fonts lock --suite widgets.yaml": "Write widgets.fonts.lock"])

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let runner = try command.options.runner(command.global, context)
            let manifest = FontManifest(FontRecord.records(try runner.faces()))
            let path = FontManifest.lockPath(ofSuite: runner.suite.path)
            try manifest.write(to: path)
            await context.write("\(path): \(manifest.fonts.count) face\(manifest.fonts.count == 1 ? "" : "s")\n")
            return .done
        }
    }

    /// `subdial snapshot fonts vendor`: copies the fonts of a suite.
    struct Vendor: CommandVerb {
        typealias Options = SnapshotFontsOptions

        static let description = VerbDescription(
            "vendor", "Copy the fonts of a suite with their licences into a folder, and use only that folder.",
            discussion: """
                The command adds 'fonts: FOLDER' to the suite, and writes its lock file. With --references it copies the fonts of Swift tests, \
                which use the folder with '.snapshots(fonts: .folder("FOLDER"))'.
                """, page: "snapshots",
            examples: [
                "subdial snapshot fonts vendor fonts": "Copy the fonts of the suite into a folder",
                "subdial snapshot fonts vendor fonts --references Tests/__Snapshots__": "Copy the fonts of Swift tests",
            ])

        @Option(
            help: ArgumentHelp("The folder of the references of Swift tests, with a fonts.json; replaces the suite.", valueName: "FOLDER"),
            completion: .directory)
        var references: String?

        @Argument(help: ArgumentHelp("The folder.", valueName: "FOLDER"), completion: .directory)
        var folder: String

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            let target = context.path(folder)
            if let references {
                let copied = try copy(try recordedFaces(context.path(references), command.global, context), to: target, context)
                await context.write("\(target): \(copied)\n")
                return .done
            }
            let runner = try command.options.runner(command.global, context)
            if let known = runner.suite.fontFolder, known != target {
                throw CommandFailure(.wrongUsage, "\(runner.suite.path) has its fonts in \(known) already; give that folder")
            }
            let faces = try runner.faces()
            let copied = try copy(faces, to: target, context)
            try useFolder(target, runner.suite)
            try FontManifest(FontRecord.records(faces)).write(to: FontManifest.lockPath(ofSuite: runner.suite.path))
            await context.write("\(target): \(copied)\n")
            return .done
        }

        /// The installed faces with which references were recorded.
        private func recordedFaces(_ references: String, _ global: GeneralOptions, _ context: CommandContext) throws -> [FontFace] {
            guard let manifest = try FontManifest.recorded(folder: references) else {
                throw CommandFailure(
                    .missingInput, "\(references): there is no \(FontManifest.name); run the tests, which write it as they record")
            }
            let installed = try WidgetRenderer(resources: try Resources.folder(global.configuration(in: context))).faces
            let differences = manifest.differences(among: installed)
            guard differences.isEmpty else {
                throw CommandFailure(.badData, "\(references): \(differences.joined(separator: "; "))")
            }
            let names = Set(manifest.fonts.map(\.name))
            return installed.filter { names.contains($0.name) }
        }

        /// Copies the files of faces with their licences, and returns a summary.
        private func copy(_ faces: some Sequence<FontFace>, to target: String, _ context: CommandContext) throws -> String {
            let files = Set(faces.map(\.path)).sorted()
            for file in files where !file.hasPrefix(target + "/") {
                guard let data = FileManager.default.contents(atPath: file) else {
                    throw CommandFailure(.cannotWrite, "\(file) cannot be read")
                }
                let name = file.split(separator: "/").last.map(String.init) ?? file
                try AtomicFile.write([UInt8](data), to: "\(target)/\(name)")
                if let licence = FontLicence(ofFont: file) {
                    try AtomicFile.write(licence.bytes, to: "\(target)/licences/\(licence.name)")
                } else {
                    context.complain("\(file): there is no licence beside it; add the font's own to \(target)/licences")
                }
            }
            return "\(files.count) file\(files.count == 1 ? "" : "s")"
        }

        /// Adds the folder to the suite's file, whose other content is unchanged.
        private func useFolder(_ folder: String, _ suite: SnapshotSuite) throws {
            guard suite.fonts == nil, let data = FileManager.default.contents(atPath: suite.path) else { return }
            var text = String(decoding: data, as: UTF8.self)
            let below = folder.hasPrefix(suite.folder + "/") ? String(folder.dropFirst(suite.folder.count + 1)) : folder
            if !text.hasSuffix("\n") { text += "\n" }
            // A key at the end without indentation is a top-level key, whatever precedes it.
            text += "fonts: \"\(below.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"\n"
            try AtomicFile.write(Array(text.utf8), to: suite.path)
        }
    }
}

/// The licence file that is installed with a font.
struct FontLicence {
    fileprivate let name: String
    let bytes: [UInt8]

    /// nil if no licence is found.
    init?(ofFont path: String) {
        let parts = path.split(separator: "/").map(String.init)
        guard let file = parts.last else { return nil }
        let folder = "/" + parts.dropLast().joined(separator: "/")
        var places = ["OFL.txt", "LICENSE", "LICENSE.txt", "LICENCE.txt"].map {
            ("\(folder)/\($0)", "\(parts.dropLast().last ?? "font")-\($0)")
        }
        if let package = FontPackage.name(of: file) {
            places += [
                ("/usr/share/doc/\(package)/copyright", "\(package).txt"), ("/usr/share/licenses/\(package)/LICENSE", "\(package).txt"),
            ]
        }
        for (path, name) in places {
            guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else { continue }
            (self.name, bytes) = (name, [UInt8](data))
            return
        }
        return nil
    }
}
