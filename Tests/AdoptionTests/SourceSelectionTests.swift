import SubdialAdoption
import SubdialSystem
import SubdialTestSupport
import Testing

/// The files that are compiled, and the reasons of the others.
@Suite struct SourceSelectionTests {
    /// A compiler that finds errors in files, as long as these and others are there.
    private struct FakeCompiler {
        /// The errors of each file by its name, each with the files whose absence it needs.
        var errors: [String: [(message: String, without: String?)]] = [:]

        func verdict(_ files: [String]) -> SourceSelection.Verdict {
            let names = Set(files.map(Self.name))
            let found = files.flatMap { file in
                (errors[Self.name(file)] ?? []).filter { $0.without.map { !names.contains($0) } ?? true }.map {
                    Diagnostic(file: file, line: 7, message: $0.message)
                }
            }
            return found.isEmpty ? .accepted : .errors(found)
        }

        static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
    }

    private func selection(_ files: [String: String]) throws -> (SourceSelection, ProjectFixture) {
        let fixture = try ProjectFixture()
        for (name, text) in files { try fixture.write("Widget/\(name)", text) }
        let found = try ExtensionSearch.extensions(for: fixture.path("Widget").plainPath)
        return (SourceSelection(try #require(found.first)), fixture)
    }

    private func reasons(_ selection: SourceSelection) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: selection.leftOut.map { entry in
                let text: String =
                    switch entry.reason {
                    case .imports(let modules): "imports " + modules.joined(separator: " ")
                    case .errors(let errors): "\(errors[0].line) \(errors[0].message)"
                    case .needs(let name, let file, _): "needs \(name) of \(FakeCompiler.name(file))"
                    case .hidden(let name, let file, _): "hidden \(name) of \(FakeCompiler.name(file))"
                    case .sameName(let other): "as \(FakeCompiler.name(other))"
                    case .otherLanguage: "other"
                    case .unreadable(let reason): reason.contains("no definition of intents") ? "no definition of intents" : reason
                    }
                return (FakeCompiler.name(entry.file), text)
            })
    }

    @Test func importsNamesAndLanguagesAreReasons() throws {
        let (selection, _) = try selection([
            "Deep/Face.swift": "import SwiftUI", "Intents.intentdefinition": "not one", "Legacy.m": "",
            "Own.swift": "import Clock_Widget\nimport Charts",
        ])
        #expect(selection.files.map(FakeCompiler.name) == ["Model.swift", "Face.swift", "Own.swift", "Widget.swift"])
        #expect(
            reasons(selection) == [
                "Store.swift": "imports RealmSwift", "Face.swift": "as Face.swift",
                "Intents.intentdefinition": "no definition of intents", "Legacy.m": "other",
            ])
        #expect(selection.widgets == ["Clock"])
        #expect(selection.hasMain)
        #expect(!selection.isChecked)
    }

    @Test func filesWithErrorsLeaveWithThoseThatNeedThem() async throws {
        var (selection, _) = try selection([
            "A.swift": "struct A {}", "B.swift": "struct B { let a: A }", "C.swift": "struct C { let b: B }", "D.swift": "struct D {}",
        ])
        let compiler = FakeCompiler(errors: [
            "A.swift": [("value of type 'X' cannot be used", nil)],
            "B.swift": [("cannot find type 'A' in scope", "A.swift"), ("cannot infer contextual base", nil)],
            "C.swift": [("cannot convert value of type 'B'", nil), ("cannot find 'B' in scope", "B.swift")],
            "Face.swift": [("cannot find type 'Store' in scope", nil)],
        ])
        await selection.check { compiler.verdict($0) }
        #expect(selection.isChecked)
        #expect(selection.files.map(FakeCompiler.name) == ["Model.swift", "D.swift", "Widget.swift"])
        #expect(
            reasons(selection) == [
                "Store.swift": "imports RealmSwift", "A.swift": "7 value of type 'X' cannot be used", "B.swift": "needs A of A.swift",
                "C.swift": "needs B of B.swift", "Face.swift": "needs Store of Store.swift",
            ])
    }

    @Test("An error that follows from another file's leaves with that file") func followingErrors() async throws {
        var (selection, _) = try selection(["A.swift": "extension Int { var wide: Int { 0 } }", "B.swift": "let b = 1.wide"])
        var runs = 0
        // The error in B is there as long as A is broken.
        await selection.check { files in
            runs += 1
            let isBroken = files.contains { $0.hasSuffix("/A.swift") }
            guard isBroken else { return .accepted }
            return .errors(
                files.compactMap { file in
                    switch FakeCompiler.name(file) {
                    case "A.swift": Diagnostic(file: file, line: 1, message: "cannot find 'broken' in scope")
                    case "B.swift": Diagnostic(file: file, line: 1, message: "value of type 'Int' has no member 'wide'")
                    default: nil
                    }
                })
        }
        // The third run tries A again, beside the others.
        #expect(runs == 3)
        #expect(selection.files.map(FakeCompiler.name).contains("B.swift"))
    }

    @Test func filesThatAreAcceptedBesideTheOthersComeBack() async throws {
        var (selection, _) = try selection(["A.swift": "", "B.swift": "", "C.swift": "", "D.swift": ""])
        await selection.check { files in
            let names = Set(files.map(FakeCompiler.name))
            func error(_ name: String, _ message: String) -> Diagnostic? {
                files.first { FakeCompiler.name($0) == name }.map { Diagnostic(file: $0, line: 2, message: message) }
            }
            // The others lose their way by A.
            var errors = [error("A.swift", "cannot find 'a' in scope")]
            if names.contains("A.swift") {
                errors += ["B.swift", "C.swift", "D.swift"].map { error($0, "use of 'a' cannot be found") }
            }
            let found = errors.compactMap(\.self)
            return found.isEmpty ? .accepted : .errors(found)
        }
        #expect(selection.isChecked)
        #expect(selection.leftOut.map { FakeCompiler.name($0.file) } == ["Store.swift", "A.swift"])
        #expect(selection.files.map(FakeCompiler.name) == ["Model.swift", "B.swift", "C.swift", "D.swift", "Face.swift", "Widget.swift"])
    }

    @Test func whatTheCompilerSaysBesideTheOthersIsTheReason() async throws {
        var (selection, _) = try selection(["A.swift": "struct A {}", "B.swift": "struct B {}"])
        await selection.check { files in
            let names = Set(files.map(FakeCompiler.name))
            return .errors(
                files.compactMap { file in
                    switch FakeCompiler.name(file) {
                    case "A.swift": Diagnostic(file: file, line: 1, message: "cannot find 'first' in scope")
                    case "B.swift":
                        Diagnostic(
                            file: file, line: 1,
                            message: names.contains("A.swift") ? "cannot find 'confused' in scope" : "cannot find type 'A' in scope")
                    default: nil
                    }
                }
            ).acceptedIfEmpty
        }
        #expect(reasons(selection)["B.swift"] == "needs A of A.swift")
    }

    @Test func aDeclarationBehindAConditionIsTheReason() async throws {
        // The files are read again for the reason.
        var (selection, fixture) = try selection([
            "A.swift": "let a = Phone()", "Phone.swift": "#if os(iOS)\nstruct Phone {}\nstruct PhoneBook {}\n#endif\n",
            "B.swift": "let b = Pho()",
        ])
        let compiler = FakeCompiler(errors: [
            "A.swift": [("cannot find 'Phone' in scope", nil)], "B.swift": [("cannot find 'Pho' in scope", nil)],
        ])
        await selection.check { compiler.verdict($0) }
        withExtendedLifetime(fixture) {}
        #expect(reasons(selection)["A.swift"] == "hidden Phone of Phone.swift")
        #expect(reasons(selection)["B.swift"] == "7 cannot find 'Pho' in scope")
    }

    @Test func typesThatXcodeGeneratesAreNamed() async throws {
        var (selection, _) = try selection([
            "A.swift": "let a = Song()",
            "Songs.xcdatamodeld/Songs.xcdatamodel/contents": "<model><entity name=\"Song\" syncable=\"YES\"></entity></model>",
        ])
        let compiler = FakeCompiler(errors: ["A.swift": [("cannot find 'Song' in scope", nil)]])
        await selection.check { compiler.verdict($0) }
        #expect(reasons(selection)["A.swift"] == "needs Song of Songs.xcdatamodeld")
    }

    @Test func definitionsOfIntentsHaveTheirTypes() throws {
        let (selection, _) = try selection(["Station.intentdefinition": IntentClassesTests.definition])
        #expect(selection.intents.names.contains("SelectStationIntent"))
        #expect(!selection.leftOut.contains { $0.file.hasSuffix("intentdefinition") })
    }

    @Test func aCompilerThatFailsIsNoReasonOfAFile() async throws {
        var (selection, _) = try selection([:])
        let files = selection.files
        await selection.check { _ in .failed("no such module 'SwiftUI'") }
        #expect(selection.files == files && !selection.isChecked)
        #expect(selection.problem == "no such module 'SwiftUI'")
        await selection.check { _ in .errors([Diagnostic(file: "/elsewhere/Generated.swift", line: 3, message: "bad")]) }
        #expect(selection.files == files && selection.problem == "/elsewhere/Generated.swift:3: bad")
    }

    @Test func withoutAProjectMissingTypesAreFoundInTheRepository() async throws {
        let folder = try TemporaryFolder()
        let fixture = ProjectFixture(emptyIn: folder)
        try fixture.write(".git/HEAD", "")
        try fixture.write("App/App.swift", "@main struct MyApp: App {}")
        try fixture.write("App/Attributes.swift", "import ActivityKit\nstruct Ride: ActivityAttributes {}")
        try fixture.write("App/Bad.swift", "import CoreData\nstruct Bad {}")
        try fixture.write("Widgets/W.swift", "import WidgetKit\n@main struct W: Widget {}")
        var selection = SourceSelection(try #require(try ExtensionSearch.extensions(for: folder.path.plainPath).first))
        #expect(selection.files.map(FakeCompiler.name) == ["W.swift"])
        let compiler = FakeCompiler(errors: ["W.swift": [("cannot find type 'Ride' in scope", "Attributes.swift")]])
        await selection.check { compiler.verdict($0) }
        #expect(selection.files.map(FakeCompiler.name) == ["W.swift", "Attributes.swift"])
        #expect(selection.added.map(FakeCompiler.name) == ["Attributes.swift"])
        #expect(selection.isChecked)
    }

    @Test(arguments: [
        (
            "/a/B.swift:3:8: error: cannot find 'x' in scope\n   |  ^\n/a/B.swift:4:1: warning: unused",
            ["/a/B.swift 3 cannot find 'x' in scope"]
        ),
        ("/a b/C:D.swift:12:1: error: no: error: twice", ["/a b/C:D.swift 12 no: error: twice"]),
        ("<unknown>:0: error: crash\nerror: link\nB.swift:1:1: error: relative\n/x: error: short", []),
    ])
    func errorsInOutput(_ output: String, expected: [String]) {
        #expect(Diagnostic.errors(in: output).map { "\($0.file) \($0.line) \($0.message)" } == expected)
    }
}

extension SourceSelection.Verdict {
    /// The verdict, which accepts files without errors.
    fileprivate var acceptedIfEmpty: Self { if case .errors(let errors) = self, errors.isEmpty { .accepted } else { self } }
}
