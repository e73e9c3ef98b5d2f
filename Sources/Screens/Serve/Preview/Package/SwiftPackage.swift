import FoundationEssentials
import SubdialBasics
import SubdialDocuments

/// A Swift package whose programs draw widgets, as its manifest describes it.
package struct SwiftPackage: Sendable {
    /// A program that depends on Subdial's modules.
    struct Program: Hashable, Sendable {
        /// The name of the product.
        let product: String
        /// The folders of its target, and of the targets below it.
        let folders: [String]
        /// The paths of the resources that are not in those folders.
        let resources: [String]
    }

    /// The folder of the manifest.
    package let folder: String
    let name: String
    let programs: [Program]
    let command: SwiftCommand

    /// The product that a program depends on to be drawn.
    private static let drawing = "SubdialSwiftUI"

    /// The folder of the package to which a folder belongs; nil if there is none.
    package static func folder(of folder: String) -> String? {
        var folder = folder
        while true {
            if FileManager.default.fileExists(atPath: "\(folder)/Package.swift") { return folder }
            guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
            folder = String(folder[..<slash])
        }
    }

    /// Reads the manifest.
    ///
    /// - Parameters:
    ///   - folder: The folder of the manifest.
    ///   - swift: The path of the program `swift`.
    package static func load(_ folder: String, swift: String, environment: [String: String]) async throws -> SwiftPackage {
        let command = SwiftCommand(swift: swift, environment: environment)
        let outcome: SwiftCommand.Outcome
        do {
            outcome = try await command.run(["package", "--package-path", folder, "describe", "--type", "json"], in: folder)
        } catch {
            throw SwiftPackageError(.unavailable, "'\(swift)' cannot be run: \(error)")
        }
        // Warnings can be before the description.
        guard outcome.isSuccess, let start = outcome.lines.firstIndex(of: "{"), let end = outcome.lines.lastIndex(of: "}"), start < end
        else {
            throw SwiftPackageError.manifest(folder, outcome)
        }
        do {
            let description = try JSONValue(parsing: outcome.lines[start...end].joined(separator: "\n"))
            return try SwiftPackage(description, folder, command)
        } catch let error as JSONError {
            throw SwiftPackageError(.badData, "\(folder): 'swift package describe' wrote no JSON: \(error)")
        }
    }

    /// Parses the output of `swift package describe --type json`.
    ///
    /// - Throws: ``SwiftPackageError`` if there is nothing to preview.
    init(_ description: JSONValue, _ folder: String, _ command: SwiftCommand) throws(SwiftPackageError) {
        (self.folder, self.command) = (folder, command)
        name = description["name"]?.string ?? folder.split(separator: "/").last.map(String.init) ?? folder
        let targets = (description["targets"]?.elements ?? []).compactMap { Target($0, in: folder) }
        let byName = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
        let products = (description["products"]?.elements ?? []).filter { $0["type"]?["executable"] != nil }
        var programs: [Program] = []
        for target in targets where target.isExecutable {
            let closure = target.closure(byName)
            guard closure.contains(where: { $0.products.contains(Self.drawing) }) else { continue }
            let product = products.first { $0["targets"]?.elements.contains { $0.string == target.name } == true }
            programs.append(
                Program(
                    product: product?["name"]?.string ?? target.name, folders: closure.map(\.folder),
                    resources: closure.flatMap(\.resources)))
        }
        guard !programs.isEmpty else {
            throw SwiftPackageError(
                .missingInput,
                "\(folder): no executable target depends on the product \(Self.drawing); 'subdial widget adopt' makes such a package "
                    + "from an Xcode project, and Documentation/swift-widgets.md shows a manifest")
        }
        self.programs = programs
    }

    /// The folders whose files can affect the pictures.
    var watched: [PreviewFolder] {
        var folders = [PreviewFolder(folder, .sources)]
        for program in programs {
            folders += program.folders.map { PreviewFolder($0, isDeep: true, .sources) }
            for resource in program.resources where !program.folders.contains(where: { resource.hasPrefix("\($0)/") }) {
                var isFolder = false
                guard FileManager.default.fileExists(atPath: resource, isDirectory: &isFolder) else { continue }
                let parent = String(resource[..<(resource.lastIndex(of: "/") ?? resource.startIndex)])
                folders.append(PreviewFolder(isFolder ? resource : parent, isDeep: isFolder, .sources))
            }
        }
        var seen: Set<String> = []
        // A target in the folder of the package is watched with its subfolders.
        return folders.sorted { $0.isDeep && !$1.isDeep }.filter { seen.insert($0.path).inserted }
    }

    private struct Target {
        let name: String
        let isExecutable: Bool
        let folder: String
        let products: [String]
        let resources: [String]
        private let dependencies: [String]

        init?(_ value: JSONValue, in folder: String) {
            guard let name = value["name"]?.string, let path = value["path"]?.string else { return nil }
            func names(_ key: String) -> [String] { value[key]?.elements.compactMap(\.string) ?? [] }
            self.name = name
            isExecutable = value["type"]?.string == "executable"
            self.folder = URL(filePath: path.hasPrefix("/") ? path : "\(folder)/\(path)").standardized.path
            products = names("product_dependencies")
            dependencies = names("target_dependencies")
            resources = value["resources"]?.elements.compactMap { $0["path"]?.string } ?? []
        }

        /// The target, and those that it depends on, each once.
        func closure(_ targets: [String: Target]) -> [Target] {
            var (found, names) = ([Target](), [name])
            while let name = names.popLast() {
                guard let target = targets[name], !found.contains(where: { $0.name == name }) else { continue }
                found.append(target)
                names += target.dependencies
            }
            return found
        }
    }
}

/// A package that cannot be previewed.
package struct SwiftPackageError: ExitCoded {
    package let exitStatus: ExitStatus
    package let description: String

    init(_ exitStatus: ExitStatus, _ description: String) { (self.exitStatus, self.description) = (exitStatus, description) }

    /// A manifest that the compiler refuses.
    static func manifest(_ folder: String, _ outcome: SwiftCommand.Outcome) -> SwiftPackageError {
        // The first error can be the command with which the manifest was compiled.
        let errors = outcome.lines.filter { $0.contains("error: ") }
        let line = errors.first { $0.hasPrefix("/") } ?? errors.first ?? outcome.lines.last { !$0.isEmpty } ?? outcome.status
        return SwiftPackageError(.badData, "\(folder): 'swift package describe' failed: \(line.trimmed().prefix(400))")
    }
}

extension JSONValue {
    /// The elements of an array; none for another value.
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
