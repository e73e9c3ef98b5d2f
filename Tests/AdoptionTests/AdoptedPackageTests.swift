import Foundation
import SubdialAdoption
import SubdialSystem
import SubdialTestSupport
import Testing

/// The package of an extension, and its later runs.
@Suite struct AdoptedPackageTests {
    private func package(
        _ fixture: ProjectFixture, dependency: AdoptedPackage.Dependency = .version(url: "https://example.org/subdial", from: "1.2.3"),
        hasRepository: Bool = false
    ) throws -> AdoptedPackage {
        let found = try #require(try ExtensionSearch.extensions(for: fixture.path("Widget").plainPath).first)
        return AdoptedPackage(
            SourceSelection(found), folder: fixture.path("Snapshots").plainPath, dependency: dependency,
            repository: hasRepository ? fixture.folder.path.plainPath : nil)
    }

    private func write(_ package: AdoptedPackage, replacesAll: Bool = false) throws -> [String: PackageWriter.Outcome] {
        let outcomes = try PackageWriter(package, replacesAll: replacesAll).write()
        return Dictionary(uniqueKeysWithValues: outcomes.map { ($0.path, $0.outcome) })
    }

    @Test func linksLeadToTheSourcesAndTheFoldersOfResources() throws {
        let package = try package(ProjectFixture())
        #expect(
            package.links == [
                "Sources/Clock_Widget/Shared/Model.swift": "../../../../Shared/Model.swift",
                "Sources/Clock_Widget/Widget/Widget.swift": "../../../../Widget/Widget.swift",
                "Sources/Clock_Widget/Widget/Views/Face.swift": "../../../../../Widget/Views/Face.swift",
                "Resources/Widget": "../../Widget",
            ])
        #expect(
            package.files.keys.sorted() == [
                ".gitignore", "Package.swift", "Sources/Clock_Widget/GeneratedAssetSymbols.swift",
                "Tests/Clock_WidgetTests/Clock_WidgetTests.swift",
                "Tests/Clock_WidgetTests/__Snapshots__/.gitkeep",
            ])
    }

    @Test func theTestsAreThoseOfWhatThereIs() throws {
        let fixture = try ProjectFixture()
        let tests = "Tests/Clock_WidgetTests/Clock_WidgetTests.swift"
        let widgets = "    @Test func widgets() async { await assertWidgets() }\n"
        let previews = "    @Test func previews() async { await assertPreviews() }\n"
        let first = try #require(try package(fixture).files[tests])
        #expect(first.contains(widgets) && !first.contains("previews"), "\(first)")
        try fixture.write("Widget/Views/Face.swift", "import SwiftUI\nstruct Face: View {}\n#Preview { Face() }\n")
        let second = try #require(try package(fixture).files[tests])
        #expect(second.contains(widgets) && second.contains(previews), "\(second)")
    }

    @Test func whatOnlyFilesImportThatAreLeftOutIsImported() throws {
        let fixture = try ProjectFixture()
        let path = "Sources/Clock_Widget/GeneratedImports.swift"
        #expect(try package(fixture).files[path] == nil)
        try fixture.write("Shared/Store.swift", "import RealmSwift\nimport Charts\nimport SwiftUI\nstruct Store {}\n")
        let text = try #require(try package(fixture).files[path])
        #expect(text.contains("import Charts\n") && !text.contains("RealmSwift") && !text.contains("SwiftUI"), "\(text)")
        // Until the compiler has decided, each file sees what the whole module sees.
        #expect(try package(fixture).generated["GeneratedImports.swift"]?.contains("import SwiftUI\n") == true)
    }

    @Test func definitionsOfIntentsAreSources() throws {
        let fixture = try ProjectFixture()
        try fixture.write("Widget/Station.intentdefinition", IntentClassesTests.definition)
        let package = try package(fixture)
        let text = try #require(package.files["Sources/Clock_Widget/GeneratedIntents.swift"])
        #expect(text.contains("public class SelectStationIntent: INIntent {"))
        #expect(package.generated["GeneratedIntents.swift"] == text)
    }

    @Test(
        "The package with Subdial's modules alone has the same dependency",
        arguments: [
            (AdoptedPackage.Dependency.version(url: "https://example.org/subdial", from: "1.2.3"), #"url: "https://example.org/subdial""#),
            (.path("/opt/subdial"), #"path: "/opt/subdial""#), (.path("../../subdial"), #"path: "../../../../subdial""#),
        ])
    func modulesPackage(_ dependency: AdoptedPackage.Dependency, text: String) throws {
        let package = try package(ProjectFixture(), dependency: dependency)
        let files = package.modulesPackage(in: "\(package.folder)/.build/modules")
        #expect(files.first?.path == "Package.swift" && files.first?.text.contains(text) == true, "\(files)")
    }

    @Test func theManifestHasTheSettingsOfTheTarget() throws {
        let text = try #require(try package(ProjectFixture()).files["Package.swift"])
        #expect(
            text.contains(
                """
                        .executableTarget(
                            name: "Clock_Widget",
                            dependencies: [.product(name: "SubdialSwiftUI", package: "subdial")],
                            resources: [
                                .copy("../../Resources/Widget/Assets.xcassets"),
                                .copy("../../Resources/Widget/en.lproj"),
                            ],
                            swiftSettings: [
                                .swiftLanguageMode(.v6),
                                .defaultIsolation(MainActor.self),
                                .enableUpcomingFeature("MemberImportVisibility"),
                                .define("FROM_FILE"),
                                .define("WIDGET"),
                                .unsafeFlags(aliases),
                            ]),

                """), "\(text)")
        #expect(text.contains(#".package(url: "https://example.org/subdial", from: "1.2.3", traits: [])"#))
        #expect(text.contains(#""SwiftUI", "UIKit", "WidgetKit","#) && text.contains(#"["os=SubdialOS"]"#))
    }

    @Test(arguments: ["https://example.org/me/subdial-fork.git", "git@example.org:subdial-fork"])
    func aForkHasItsOwnName(_ url: String) throws {
        let package = try package(ProjectFixture(), dependency: .version(url: url, from: "1.2.3"), hasRepository: true)
        let text = try #require(package.files["Package.swift"])
        #expect(text.contains(#".product(name: "SubdialSwiftUI", package: "subdial-fork")"#), "\(text)")
        #expect(text.contains(#".product(name: "SubdialTesting", package: "subdial-fork")"#), "\(text)")
        let workflow = try #require(package.files["../.github/workflows/clock-widget-snapshots.yml"])
        #expect(workflow.contains("run: .build/checkouts/subdial-fork/Scripts/install-dependencies\n"), "\(workflow)")
    }

    @Test func resourcesOfOneNameAreInTargetsOfTheirOwn() throws {
        let fixture = try ProjectFixture()
        try fixture.write("Widget/More/Assets.xcassets/Contents.json", "{}")
        try fixture.write("Widget/More/Widget/Assets.xcassets/Contents.json", "{}")
        let package = try package(fixture)
        let text = try #require(package.files["Package.swift"])
        #expect(
            text.contains(
                #"dependencies: [.product(name: "SubdialSwiftUI", package: "subdial"), "Clock_WidgetResources2", "Clock_WidgetResources3"]"#
            ))
        #expect(text.contains(#".copy("../../Resources/Widget2/Assets.xcassets")"#), "\(text)")
        #expect(package.links["Resources/Widget2"] == "../../Widget/More/Widget")
        #expect(package.files["Sources/Clock_WidgetResources2/Resources.swift"] != nil)
    }

    @Test func aProgramWithoutAnEntryPointIsALibrary() throws {
        let fixture = try ProjectFixture()
        try fixture.write("Widget/Widget.swift", "import WidgetKit\nstruct Clock: Widget {}\n")
        let text = try #require(try package(fixture).files["Package.swift"])
        #expect(text.contains("        .target(\n            name: \"Clock_Widget\","))
    }

    @Test func aRepositoryHasAWorkflow() throws {
        let fixture = try ProjectFixture()
        let package = try package(fixture, dependency: .path("../subdial"), hasRepository: true)
        let text = try #require(package.files["../.github/workflows/clock-widget-snapshots.yml"])
        #expect(text.contains("working-directory: \"Snapshots\"\n") && text.contains("run: ../subdial/Scripts/install-dependencies\n"))
        _ = try write(package)
        #expect(FileManager.default.fileExists(atPath: fixture.path(".github/workflows/clock-widget-snapshots.yml")))
    }

    @Test(
        "A checkout outside of the repository is a warning: the workflow does not find it",
        arguments: [
            (AdoptedPackage.Dependency.path("../subdial"), false), (.path("../../subdial"), true), (.path("/elsewhere/subdial"), true),
            (.version(url: "https://example.com/subdial", from: "1.0.0"), false),
        ])
    func checkouts(_ dependency: AdoptedPackage.Dependency, isOutside: Bool) throws {
        let fixture = try ProjectFixture()
        let warnings = try package(fixture, dependency: dependency, hasRepository: true).warnings
        #expect(warnings.contains { $0.contains("subdial is outside of the repository") } == isOutside, "\(warnings)")
        #expect(try package(fixture, dependency: dependency, hasRepository: false).warnings == [])
    }

    @Test func aSecondRunChangesWhatItHasWrittenAndNothingElse() throws {
        let fixture = try ProjectFixture()
        #expect(Set(try write(package(fixture)).values) == [.written])
        #expect(
            try String(contentsOfFile: fixture.path("Snapshots/Sources/Clock_Widget/Widget/Widget.swift"), encoding: .utf8).contains(
                "Clock"))
        #expect(Set(try write(package(fixture)).values) == [.unchanged])

        // A file that the user has changed stays; a new source is linked, and the link to an old one is removed.
        let tests = "Tests/Clock_WidgetTests/Clock_WidgetTests.swift"
        try fixture.write("Snapshots/\(tests)", "// mine\n")
        try fixture.write("Widget/New.swift", "import SwiftUI\n")
        try FileManager.default.removeItem(atPath: fixture.path("Widget/Views/Face.swift"))
        try FileManager.default.removeItem(atPath: fixture.path("Widget/Assets.xcassets"))
        let outcomes = try write(package(fixture))
        #expect(
            outcomes.filter { $0.value != .unchanged } == [
                tests: .kept, "Sources/Clock_Widget/Widget/New.swift": .written, "Sources/Clock_Widget/Widget/Views/Face.swift": .removed,
                "Sources/Clock_Widget/GeneratedAssetSymbols.swift": .removed, "Package.swift": .written,
            ])
        #expect(!FileManager.default.fileExists(atPath: fixture.path("Snapshots/Sources/Clock_Widget/Widget/Views")))
        #expect(try String(contentsOfFile: fixture.path("Snapshots/\(tests)"), encoding: .utf8) == "// mine\n")
        // It also stays in the run after that.
        #expect(try write(package(fixture))[tests] == .kept)
        #expect(try write(package(fixture), replacesAll: true)[tests] == .written)
    }

    @Test func aLinkThatTheUserHasReplacedStaysInAllLaterRuns() throws {
        let fixture = try ProjectFixture()
        _ = try write(package(fixture))
        let link = "Sources/Clock_Widget/Widget/Widget.swift"
        try FileManager.default.removeItem(atPath: fixture.path("Snapshots/\(link)"))
        try fixture.write("Snapshots/\(link)", "// mine\n")
        for _ in 0..<3 { #expect(try write(package(fixture))[link] == .kept) }
        #expect(try String(contentsOfFile: fixture.path("Snapshots/\(link)"), encoding: .utf8) == "// mine\n")
        #expect(try write(package(fixture), replacesAll: true)[link] == .written)
    }

    @Test(
        "What others have written is not replaced", arguments: ["Package.swift", "Sources/Clock_Widget/Widget/Widget.swift", ".gitignore"])
    func foreignFiles(_ path: String) throws {
        let fixture = try ProjectFixture()
        try fixture.write("Snapshots/\(path)", "// mine\n")
        let package = try package(fixture)
        let error = #expect(throws: AdoptionError.self) { try PackageWriter(package, replacesAll: false) }
        #expect(error?.message.contains("\(path) is there already") == true)
        #expect(error?.exitStatus == .cannotWrite)
        _ = try write(package, replacesAll: true)
        #expect(try String(contentsOfFile: fixture.path("Snapshots/\(path)"), encoding: .utf8) != "// mine\n")
    }

    @Test func aRecordOfOthersRemovesNothingElsewhere() throws {
        let fixture = try ProjectFixture()
        _ = try write(package(fixture))
        let record = fixture.path("Snapshots/.adopted.json")
        let text = try String(contentsOfFile: record, encoding: .utf8)
        try text.replacing("\"links\": {", with: "\"links\": {\n\"../Widget/link\": \"x\", \"/\(fixture.path("Widget/link"))\": \"x\",")
            .write(
                toFile: record, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: fixture.path("Widget/link"), withDestinationPath: "x")
        #expect(try !write(package(fixture)).values.contains(.removed))
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: fixture.path("Widget/link"))) == "x")
    }
}
