import SubdialAdoption
import SubdialSystem
import SubdialTestSupport
import Testing

/// The widget extensions of projects and folders.
@Suite struct ExtensionSearchTests {
    private func names(_ paths: [String], in fixture: ProjectFixture) -> [String] {
        paths.map { $0.relativePath(from: fixture.folder.path.plainPath) }
    }

    /// Without a limit of their number, the names and files of these settings would take years.
    @Test(.timeLimit(.minutes(1))) func settingsThatGrowWithoutEndAreCut() throws {
        let fixture = try ProjectFixture()
        let names = (0..<16).map { "N\($0) = \(String(repeating: "$(N\($0 + 1))", count: 20))\n" }.joined()
        let files = String(repeating: "#include \"Base.xcconfig\"\n", count: 20)
        try fixture.write("Config/Base.xcconfig", files + names + "EXTRA = $(N0)\nSWIFT_VERSION = 6.0\n")
        let widget = try #require(try ExtensionSearch.extensions(for: fixture.path("Widget").plainPath).first)
        #expect(widget.settings.languageMode == 6)
    }

    @Test func theFilesOfATargetAreThoseOfTheProject() throws {
        let fixture = try ProjectFixture()
        let found = try ExtensionSearch.extensions(for: fixture.folder.path.plainPath)
        // A target without widgets is no widget extension, and the app is none.
        #expect(found.map(\.name) == ["Clock-Widget", "Other"])
        let widget = try #require(found.first)
        #expect(
            names(widget.sources, in: fixture) == [
                "Shared/Model.swift", "Shared/Store.swift", "Widget/Views/Face.swift", "Widget/Widget.swift",
            ])
        #expect(names(widget.resources, in: fixture) == ["Widget/Assets.xcassets", "Widget/en.lproj"])
        #expect(widget.base == fixture.folder.path.plainPath)
    }

    @Test func settingsComeFromTheProjectTheFilesAndTheTarget() throws {
        let fixture = try ProjectFixture()
        let settings = try #require(try ExtensionSearch.extensions(for: fixture.path("App.xcodeproj").plainPath).first).settings
        #expect(settings.moduleName == "Clock_Widget")
        #expect(settings.languageMode == 6)
        #expect(settings.isMainActorByDefault)
        #expect(settings.upcomingFeatures == ["MemberImportVisibility"])
        #expect(settings.conditions == ["DEBUG", "FROM_FILE", "WIDGET"])
        #expect(settings.developmentRegion == "de")
        #expect(
            settings.flags == [
                "-module-name", "Clock_Widget", "-swift-version", "6", "-default-isolation", "MainActor", "-enable-upcoming-feature",
                "MemberImportVisibility", "-D", "DEBUG", "-D", "FROM_FILE", "-D", "WIDGET",
            ])
    }

    @Test(
        "A widget's folder belongs to the project above it",
        arguments: [("Widget", ["Clock-Widget"]), ("Other", ["Other"]), ("Shared", ["Clock-Widget"])])
    func projectAbove(_ folder: String, expected: [String]) throws {
        let fixture = try ProjectFixture()
        #expect(try ExtensionSearch.extensions(for: fixture.path(folder).plainPath).map(\.name) == expected)
    }

    @Test func aFolderWithoutAProjectIsOneExtension() throws {
        let folder = try TemporaryFolder()
        let fixture = ProjectFixture(emptyIn: folder)
        try fixture.write("Alone/Views/A.swift", "import SwiftUI")
        try fixture.write("Alone/W.swift", "import WidgetKit\n@main struct W: Widget {}")
        let found = try ExtensionSearch.extensions(for: folder.path("Alone").plainPath)
        #expect(found.map(\.name) == ["Alone"])
        #expect(found.first?.sources.count == 2)
        #expect(found.first?.base == folder.path.plainPath)
    }

    @Test func ofSeveralProgramsEachFolderWithWidgetsIsOne() throws {
        let folder = try TemporaryFolder()
        let fixture = ProjectFixture(emptyIn: folder)
        try fixture.write("Repo/App/App.swift", "import SwiftUI\n#if os(iOS)\n@main struct A: App {}\n#endif")
        try fixture.write("Repo/Widgets/W.swift", "import WidgetKit\n@main struct W: Widget {}")
        try fixture.write("Repo/Widgets/More/V.swift", "import WidgetKit\nstruct V: Widget {}")
        let found = try ExtensionSearch.extensions(for: folder.path("Repo").plainPath)
        #expect(found.map(\.name) == ["Widgets"])
        #expect(found.first?.sources.count == 2)
    }

    @Test(
        "What is wrong is said with its place",
        arguments: [
            ("Nowhere", "Nowhere: there is no such folder"),
            ("Widget/Widget.swift", "Widget.swift is a file; name the widget's folder, the folder of its project, or the .xcodeproj"),
            ("Notes", "Notes: no Swift file in it declares a widget, and no project above it has a widget extension with files of it"),
        ])
    func mistakes(_ name: String, message: String) throws {
        let fixture = try ProjectFixture()
        let error = #expect(throws: AdoptionError.self) { try ExtensionSearch.extensions(for: fixture.path(name).plainPath) }
        #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
    }

    @Test(
        "A project that cannot be read is an error with the line",
        arguments: [
            ("{ objects = {\n a = b }; }", "project.pbxproj:2:8: a ';' should stand here"),
            (
                "{\n<<<<<<< HEAD\n>>>>>>> other\n}",
                "project.pbxproj has the conflict markers of a merge from line 2 on; choose one of its sides"
            ),
            ("{}", "App.xcodeproj: no target makes an app extension that declares a widget"),
            ("{ rootObject = a; objects = ( a ); }", "App.xcodeproj: no target makes an app extension that declares a widget"),
        ])
    func brokenProjects(_ text: String, message: String) throws {
        let fixture = try ProjectFixture()
        try fixture.write("App.xcodeproj/project.pbxproj", text)
        let error = #expect(throws: AdoptionError.self) { try ExtensionSearch.extensions(for: fixture.path("App.xcodeproj").plainPath) }
        #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
    }

    @Test func theModulesOfTheProjectItselfAreKnown() throws {
        let fixture = try ProjectFixture()
        let more = """
            FW = { isa = PBXNativeTarget; name = "Core-Kit"; productType = "com.apple.product-type.framework"; buildPhases = ( ); };
            D1 = { isa = XCSwiftPackageProductDependency; productName = Remote; package = R1; };
            R1 = { isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.org/remote"; };
            D2 = { isa = XCSwiftPackageProductDependency; productName = Local; package = R2; };
            R2 = { isa = XCLocalSwiftPackageReference; relativePath = Packages/Local; };
            D3 = { isa = XCSwiftPackageProductDependency; productName = Beside; };
            APP = {
            """
        let project = ProjectFixture.project.replacing("targets = ( APP,", with: "targets = ( FW, APP,").replacing("APP = {", with: more)
        try fixture.write("App.xcodeproj/project.pbxproj", project)
        let found = try #require(try ExtensionSearch.extensions(for: fixture.path("Widget").plainPath).first)
        #expect(
            found.projectModules == [
                "Core_Kit": "a framework of the project", "Remote": "a package, https://example.org/remote",
                "Local": "a package beside the project, Packages/Local", "Beside": "a package beside the project",
            ])
    }

    @Test func aPackageOfAnEarlierRunIsNoExtension() throws {
        let fixture = ProjectFixture(emptyIn: try TemporaryFolder())
        try fixture.write("Widgets/W.swift", "import WidgetKit\n@main struct W: Widget {}")
        try fixture.write("WidgetsSnapshots/Sources/Widgets/W.swift", "import WidgetKit\n@main struct W: Widget {}")
        try fixture.write("WidgetsSnapshots/.adopted.json", "{}")
        #expect(try ExtensionSearch.extensions(for: fixture.folder.path.plainPath).flatMap(\.sources).count == 1)
    }
}
