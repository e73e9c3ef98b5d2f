import FoundationEssentials
import SubdialDocuments
import SubdialSystem

/// The package for an extension: its files, and links to the sources and resources where they stand.
///
/// The package manager compiles only what has a path in the package. Links are these paths: a copy would be another source, which nobody
/// changes with the app. A link to a whole folder would bring in all of its files, so that each source has its own. A resource is found
/// through a link to its folder, because of a resource that is a link the package manager copies the link.
package struct AdoptedPackage: Sendable {
    /// The dependency on Subdial.
    package enum Dependency: Hashable, Sendable {
        /// An address, with the least version.
        case version(url: String, from: String)
        /// A folder with a checkout, by its absolute path.
        case path(String)
    }

    /// The absolute path of the package's folder.
    package let folder: String
    /// The name of the widget's module.
    package let module: String
    /// The contents of files, by their paths in the package, or for those elsewhere relative to it.
    package private(set) var files: [String: String] = [:]
    /// The targets of links, relative to the folder of the link, by the links' paths in the package.
    package private(set) var links: [String: String] = [:]
    /// The sources that Xcode generates, by the names of their files.
    package var generated: [String: String] {
        var generated = Dictionary(
            uniqueKeysWithValues: [symbolFile, intentFile].compactMap { path in files[path].map { (path.fileName, $0) } })
        // While files are tried, each of them sees what the whole module sees.
        generated[importFile.fileName] = Self.importSource(selection.imports)
        return generated
    }

    private static func importSource(_ modules: [String]) -> String {
        (["// Written by 'subdial widget': do not edit.", "// What files import that are left out, others of the module may use too."]
            + modules.map { "import \($0)" }).joined(separator: "\n") + "\n"
    }
    /// Messages about names of catalogs that are not unique, and about intents.
    package private(set) var warnings: [String] = []

    private let selection: SourceSelection
    private let dependency: Dependency
    /// The resources of each target: the first one is the widget's; the others have resources of the same names.
    private let layers: [[String]]
    private let folderLinks: [String: String]

    /// - Parameters:
    ///   - selection: The files that are compiled.
    ///   - folder: The absolute path of the package's folder.
    ///   - repository: The absolute path of the Git repository, which gets a workflow for GitHub; nil for none.
    package init(_ selection: SourceSelection, folder: String, dependency: Dependency, repository: String?) {
        let adopted = selection.widgetExtension
        (self.selection, self.folder, self.dependency) = (selection, folder, dependency)
        module = adopted.settings.moduleName
        layers = Self.layers(adopted.resources)
        folderLinks = Self.folderLinks(adopted.resources)
        addLinks()
        addSymbols()
        if !selection.intents.isEmpty { files[intentFile] = selection.intents.source }
        warnings += selection.intents.warnings
        if !selection.missingImports.isEmpty { files[importFile] = Self.importSource(selection.missingImports) }
        files["Package.swift"] = manifest
        files[testFile] = tests
        // The folder of the references is there before the first of them, so that the manifest may exclude it.
        files["\(testFolder)/__Snapshots__/.gitkeep"] = ""
        files[".gitignore"] = "/.build\n"
        if let repository {
            files[workflowPath(repository)] = workflow(repository)
            warnIfOutside(repository)
        }
    }

    private var symbolFile: String { "Sources/\(module)/GeneratedAssetSymbols.swift" }
    private var importFile: String { "Sources/\(module)/GeneratedImports.swift" }
    private var intentFile: String { "Sources/\(module)/GeneratedIntents.swift" }
    private var testFolder: String { "Tests/\(module)Tests" }
    /// The path of the file with the tests.
    private var testFile: String { "\(testFolder)/\(module)Tests.swift" }

    // MARK: Links

    /// The folder that contains all sources.
    private static func commonFolder(_ paths: [String]) -> String {
        guard var common = paths.first?.folder else { return "/" }
        for path in paths { while common != "/", !path.hasPrefix("\(common)/") { common = common.folder } }
        return common
    }

    private mutating func addLinks() {
        let common = Self.commonFolder(selection.files)
        for file in selection.files {
            let link = "Sources/\(module)/\(file.relativePath(from: common))"
            links[link] = file.relativePath(from: "\(folder)/\(link)".folder)
        }
        for (target, name) in folderLinks { links["Resources/\(name)"] = target.relativePath(from: "\(folder)/Resources") }
        for number in layers.indices.dropFirst() {
            files["Sources/\(layerName(number))/Resources.swift"] =
                "// The resources of this target have names that others of the widget have too.\n"
        }
    }

    private func layerName(_ number: Int) -> String { "\(module)Resources\(number + 1)" }

    /// The resources in groups in which each name is unique.
    private static func layers(_ resources: [String]) -> [[String]] {
        var layers: [[String]] = []
        for resource in resources {
            if let index = layers.firstIndex(where: { !$0.contains { $0.fileName == resource.fileName } }) {
                layers[index].append(resource)
            } else {
                layers.append([resource])
            }
        }
        return layers
    }

    /// The names of the links to the folders of resources, by the folders' paths.
    private static func folderLinks(_ resources: [String]) -> [String: String] {
        var (links, names): ([String: String], Set<String>) = ([:], [])
        for folder in resources.map(\.folder) where links[folder] == nil {
            let name = folder.fileName.isEmpty ? "Root" : folder.fileName
            var (unique, number) = (name, 2)
            while !names.insert(unique).inserted {
                unique = "\(name)\(number)"
                number += 1
            }
            links[folder] = unique
        }
        return links
    }

    private mutating func addSymbols() {
        let adopted = selection.widgetExtension
        guard adopted.settings.generatesAssetSymbols else { return }
        let symbols = AssetSymbols(catalogs: adopted.catalogs)
        warnings = symbols.warnings
        // Linux has no bundle of an extension: the main bundle there is the resources of all targets.
        guard !symbols.isEmpty else { return }
        files[symbolFile] = symbols.source(
            bundle: ".main", isPublic: false, hasExtensions: adopted.settings.generatesAssetSymbolExtensions)
    }

    // MARK: Texts

    private var manifest: String {
        let settings = selection.widgetExtension.settings
        var lines: [String] = []
        let names = AppleModules.aliases.filter { $0.module == "Subdial\($0.name)" }.map(\.name.swiftLiteral).joined(separator: ", ")
        let others = AppleModules.aliases.filter { $0.module != "Subdial\($0.name)" }.map { "\($0.name)=\($0.module)".swiftLiteral }
        lines += [
            "// swift-tools-version: 6.2", "// Written by 'subdial widget adopt', which updates it as long as nobody else changes it.",
            "import PackageDescription", "",
            "// On Linux, the widget's `import SwiftUI`, `import WidgetKit` and so on mean Subdial's modules.",
            "let modules =", "    [", "        \(names),", "    ].map { \"\\($0)=Subdial\\($0)\" } + [\(others.joined(separator: ", "))]",
            "let aliases =", "    modules.flatMap { [\"-module-alias\", $0] }",
            "    // What Apple's Foundation has and Linux's lacks.",
            "    + [\"-Xfrontend\", \"-import-module\", \"-Xfrontend\", \(AppleModules.implicit.swiftLiteral)]", "",
            "#if os(Linux)", "    let targets: [Target] = [",
            "        // The sources are links to the files of the app.",
            "        .\(selection.hasMain ? "executableTarget" : "target")(", "            name: \(module.swiftLiteral),",
        ]
        var dependencies = [".product(name: \"SubdialSwiftUI\", package: \(identity))"]
        dependencies += layers.indices.dropFirst().map { layerName($0).swiftLiteral }
        lines.append("            dependencies: [\(dependencies.joined(separator: ", "))],")
        if let first = layers.first { lines += resourceLines(first) }
        lines += ["            swiftSettings: ["] + settingLines(settings) + ["            ]),"]
        for number in layers.indices.dropFirst() {
            lines += ["        .target(", "            name: \(layerName(number).swiftLiteral),"] + resourceLines(layers[number])
            // The last argument has no comma.
            lines[lines.count - 1] = "            ]),"
        }
        lines += [
            "        .testTarget(", "            name: \("\(module)Tests".swiftLiteral),",
            "            dependencies: [\(module.swiftLiteral), .product(name: \"SubdialTesting\", package: \(identity))],",
            "            exclude: [\"__Snapshots__\"],", "            swiftSettings: [.unsafeFlags(aliases)]),", "    ]", "#else",
            "    // Xcode builds the widget from its own project.", "    let targets: [Target] = []", "#endif", "",
            "let package = Package(", "    name: \("\(module)Snapshots".swiftLiteral),", "    dependencies: [", "        \(dependencyText)",
            "    ],",
            "    targets: targets", ")", "",
        ]
        return lines.joined(separator: "\n")
    }

    private func resourceLines(_ resources: [String]) -> [String] {
        ["            resources: ["]
            + resources.map { path in
                "                .copy(\("../../Resources/\(folderLinks[path.folder] ?? "")/\(path.fileName)".swiftLiteral)),"
            } + ["            ],"]
    }

    private func settingLines(_ settings: ExtensionSettings) -> [String] {
        var values = [".swiftLanguageMode(.v\(settings.languageMode))"]
        if settings.isMainActorByDefault { values.append(".defaultIsolation(MainActor.self)") }
        values += settings.upcomingFeatures.map { ".enableUpcomingFeature(\($0.swiftLiteral))" }
        // The package manager sets DEBUG itself.
        values += settings.conditions.filter { $0 != "DEBUG" }.map { ".define(\($0.swiftLiteral))" }
        return (values + [".unsafeFlags(aliases)"]).map { "                \($0)," }
    }

    /// The literal of the package's name: the package manager calls one with an address by its last part.
    private var identity: String { repositoryName.swiftLiteral }

    private var repositoryName: String {
        guard case .version(let url, _) = dependency else { return "subdial" }
        let name = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? "subdial"
        return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
    }

    /// With `traits: []`, only the libraries are resolved, and not the programs with what they need.
    private var dependencyText: String { Self.text(of: dependency) }

    private static func text(of dependency: Dependency) -> String {
        switch dependency {
        case .version(let url, let version): ".package(url: \(url.swiftLiteral), from: \(version.swiftLiteral), traits: [])"
        // The name of the folder does not matter with a name.
        case .path(let path): ".package(name: \"subdial\", path: \(path.swiftLiteral), traits: [])"
        }
    }

    /// The files of a package in `place` that has nothing but the dependency on Subdial's modules, so that these can be built alone.
    package func modulesPackage(in place: String) -> [(path: String, text: String)] {
        var dependency = dependency
        if case .path(let path) = dependency, !path.hasPrefix("/") {
            dependency = .path("\(folder)/\(path)".plainPath.relativePath(from: place))
        }
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "SubdialModules",
                dependencies: [
                    \(Self.text(of: dependency))
                ],
                targets: [
                    .target(name: "Modules", dependencies: [.product(name: "SubdialSwiftUI", package: \(identity))])
                ]
            )

            """
        return [("Package.swift", manifest), ("Sources/Modules/Modules.swift", "// The modules of Subdial are the dependencies.\n")]
    }

    private var tests: String {
        var lines = ["import SubdialTesting", "import Testing", "", "@testable import \(module)", "", "@Suite struct \(module)Tests {"]
        // An assertion without anything to draw fails.
        if selection.declaresWidgets {
            lines += [
                "    /// Every widget and control of the module, in each of its families and sizes.",
                "    @Test func widgets() async { await assertWidgets() }",
            ]
        }
        if selection.previews > 0 {
            if selection.declaresWidgets { lines.append("") }
            lines += ["    /// Every preview of the module.", "    @Test func previews() async { await assertPreviews() }"]
        }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    // MARK: Continuous integration

    private func workflowPath(_ repository: String) -> String {
        let name = module.lowercased().replacing("_", with: "-")
        return "\(repository)/.github/workflows/\(name)-snapshots.yml".relativePath(from: folder)
    }

    /// Warns of a checkout of Subdial that is only on this machine: the workflow would fail without it.
    private mutating func warnIfOutside(_ repository: String) {
        guard case .path(let path) = dependency else { return }
        let checkout = (path.hasPrefix("/") ? path : "\(folder)/\(path)").plainPath
        guard !"\(checkout)/".hasPrefix(repository.plainPath + "/") else { return }
        warnings.append(
            "\(checkout) is outside of the repository, so that the workflow and other checkouts do not find it; "
                + "name an address with --subdial, or leave the workflow out with --no-workflow")
    }

    private func workflow(_ repository: String) -> String {
        let place = folder.relativePath(from: repository)
        let checkout: String
        switch dependency {
        case .version: checkout = ".build/checkouts/\(repositoryName)"
        case .path(let path): checkout = path.hasPrefix("/") ? path.relativePath(from: folder) : path
        }
        return """
            # Written by 'subdial widget adopt', which updates it as long as nobody else changes it.
            name: \(module) snapshots
            on: [push, pull_request]
            permissions:
              contents: read
            jobs:
              snapshots:
                runs-on: ubuntu-24.04
                defaults:
                  run:
                    working-directory: \(place.jsonLiteral)
                env:
                  TZ: UTC
                steps:
                  - uses: actions/checkout@v4
                  - uses: actions/cache@v4
                    with:
                      path: \("\(place)/.build".jsonLiteral)
                      key: \(module)-${{ runner.os }}-${{ hashFiles(\("\(place)/Package.swift".yamlQuoted)) }}-${{ github.sha }}
                      restore-keys: \(module)-${{ runner.os }}-${{ hashFiles(\("\(place)/Package.swift".yamlQuoted)) }}-
                  - run: swift package resolve
                  - run: \(checkout)/Scripts/install-dependencies
                  - run: swift test
                  - uses: actions/upload-artifact@v4
                    if: ${{ failure() }}
                    with:
                      name: \(module)-snapshots
                      path: \("\(place)/.build/snapshot-report".jsonLiteral)
                      include-hidden-files: true

            """
    }
}

extension String {
    /// The text as a literal of Swift.
    var swiftLiteral: String {
        var literal = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// The text in quotes of YAML, of which JSON is a part.
    fileprivate var jsonLiteral: String { JSONValue.string(self).text() }

    /// The text in single quotes, for an expression of a workflow.
    fileprivate var yamlQuoted: String { "'\(replacing("'", with: "''"))'" }
}
