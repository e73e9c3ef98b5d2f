import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial widget`, without the compiler, whose answers `SourceSelectionTests` has.
@Suite struct WidgetCommandTests {
    /// A folder with a widget's sources and no project.
    private func sandbox() throws -> Sandbox {
        let sandbox = try Sandbox()
        try write("@main struct Clock: Widget {}\nimport WidgetKit\n#Preview { Text(\"\") }\n", "Clock/Clock.swift", sandbox)
        try write("import RealmSwift\nstruct Store {}\n", "Clock/Store.swift", sandbox)
        try write("{}", "Clock/Assets.xcassets/hero.imageset/Contents.json", sandbox)
        return sandbox
    }

    private func write(_ text: String, _ name: String, _ sandbox: Sandbox) throws {
        let path = sandbox.path(name)
        try FileManager.default.createDirectory(atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func aFolderBecomesAPackage() async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        let made = await sandbox.perform("widget", "adopt", "Clock", "--no-compile", "--subdial", "subdial")
        #expect(made.status == 0, "\(made.errors)")
        let folder = sandbox.path("ClockSnapshots")
        #expect(
            made.lines.dropLast() == [
                "Clock: 1 of 2 files selected by their imports, not yet compiled", "  widgets: Clock", "  previews: 1",
                "  resources: Clock/Assets.xcassets", "left out: 1 file; missing modules: RealmSwift 1",
                "  Clock/Store.swift: imports RealmSwift",
            ], "\(made.output)")
        #expect(made.lines.last?.hasSuffix("/ClockSnapshots: 7 paths written, 0 as before") == true, "\(made.output)")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/Sources/Clock/Clock.swift"))
        #expect(try String(contentsOfFile: "\(folder)/Package.swift", encoding: .utf8).contains(#"path: "../subdial""#))
        let again = await sandbox.perform("widget", "adopt", "Clock", "--no-compile", "--subdial", "subdial")
        #expect(again.lines.last?.hasSuffix("/ClockSnapshots: 0 paths written, 7 as before") == true, "\(again.output)")
    }

    /// Programs in place of `swift` and `swiftc`; returns the `PATH` with them.
    private func toolchain(swift: String, swiftc: String, _ sandbox: Sandbox) throws -> String {
        for (name, text) in ["swift": swift, "swiftc": swiftc] {
            try write("#!/bin/sh\n\(text)\n", "tools/\(name)", sandbox)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: sandbox.path("tools/\(name)"))
        }
        return sandbox.path("tools") + ":/usr/bin:/bin"
    }

    @Test func aTerminalSeesTheStepsOfTheLongBuild() async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        let long = String(repeating: "Long", count: 40)
        let path = try toolchain(
            swift: "echo 'Building for debugging...'; echo '[7/90] Compiling SubdialText Text.swift'; echo '[8/90] Compiling \(long)'",
            swiftc: "exit 0", sandbox)
        let arguments = ["widget", "adopt", "Clock", "--subdial", "subdial"]
        let seen = await sandbox.perform(arguments, environment: ["PATH": path], errorsAreOnTerminal: true)
        #expect(seen.status == 0, "\(seen.errors)")
        #expect(seen.lines.first == "Clock: 1 of 2 files compiled")
        let steps = seen.errors.components(separatedBy: "\r\u{1B}[K")
        #expect(steps.contains("building Subdial's modules, once: Compiling SubdialText Text.swift (7 of 90)"), "\(steps)")
        // A line that wraps stays on the terminal.
        #expect(steps.map(\.count).max() == 79, "\(steps)")
        #expect(steps.last == "")
        let unseen = await sandbox.perform(arguments, environment: ["PATH": path])
        #expect(unseen.status == 0 && unseen.errors == "", "\(unseen.errors)")
    }

    @Test func aBuildThatFailsSaysWhy() async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        let path = try toolchain(
            swift: "echo '[7/90] Compiling A'; echo 'warning: w'; echo '/x/A.swift:1:2: error: no value' >&2; exit 1", swiftc: "exit 0",
            sandbox)
        let failed = await sandbox.perform("widget", "adopt", "Clock", "--subdial", "subdial", environment: ["PATH": path])
        #expect(
            failed.status == 69 && failed.errors.contains("' failed: /x/A.swift:1:2: error: no value; run it to see"), "\(failed.errors)")
    }

    @Test func aDryRunWritesNothing() async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        let told = await sandbox.perform("widget", "adopt", "Clock", "--dry-run", "--json")
        #expect(told.status == 0, "\(told.errors)")
        let report = try JSONValue(parsing: told.output)
        #expect(report["module"] == "Clock" && report["checked"] == false && report["paths"] == [:])
        let leftOut = try #require(report["leftOut"]?.elements)
        #expect(leftOut.first?["reason"] == ["kind": "imports", "modules": ["RealmSwift"]])
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("")).contains("Clock"))
        #expect(!FileManager.default.fileExists(atPath: sandbox.path("ClockSnapshots")))
    }

    @Test func classesOfIntentsArePrinted() async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        try write(
            "<plist version=\"1.0\"><dict><key>INIntents</key><array><dict><key>INIntentName</key><string>Tune</string></dict></array></dict></plist>",
            "Tune.intentdefinition", sandbox)
        let made = await sandbox.perform("widget", "intents", "Tune.intentdefinition")
        #expect(made.status == 0 && made.output.contains("public class TuneIntent: INIntent {"), "\(made.errors)")
        let missing = await sandbox.perform("widget", "intents", "Nowhere.intentdefinition")
        #expect(missing.status == 66 && missing.errors.contains("the definition of intents cannot be read"), "\(missing.errors)")
    }

    @Test func theTimeLimitHasARange() async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        let outcome = await sandbox.perform("widget", "adopt", "Clock", "--time-limit", "0")
        #expect(outcome.status == 64 && outcome.errors.contains("--time-limit takes 1 to 86400 seconds, not 0"), "\(outcome.errors)")
    }

    @Test(
        "What is wrong has its code and its remedy",
        arguments: [
            (["Nowhere"], 66, "there is no such folder"),
            (["Clock", "--target", "Klock"], 64, "there is no widget extension 'Klock'; did you mean 'Clock'?"),
            (["Empty"], 65, "no Swift file in it declares a widget"),
            (["Two"], 64, "there are 2 widget extensions; name one with --target: A, B"),
            (["Realm"], 65, "no file of Realm can be compiled, so that there is no package for it"),
            (["Clock", "-o", "Taken"], 74, "Taken/Package.swift is there already, and not written by this command"),
            (["Clock", "--dry-run", "--modules", "Empty"], 66, "Empty: there is no Modules/SubdialSwiftUI.swiftmodule"),
            ([], 64, "missing expected argument"),
        ])
    func mistakes(_ arguments: [String], status: Int32, message: String) async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        try write("", "Empty/README.md", sandbox)
        for name in ["A", "B"] { try write("@main struct \(name): Widget {}", "Two/\(name)/\(name).swift", sandbox) }
        try write("import RealmSwift\nstruct Realm: Widget {}", "Realm/Realm.swift", sandbox)
        try write("// mine", "Taken/Package.swift", sandbox)
        let compile = arguments.contains("--modules") ? [] : ["--no-compile"]
        let outcome = await sandbox.perform(["widget", "adopt"] + arguments + compile)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func symbolsArePrinted() async throws {
        let sandbox = try sandbox()
        defer { sandbox.remove() }
        let printed = await sandbox.perform("widget", "symbols", "Clock/Assets.xcassets", "--bundle", ".main", "--public")
        #expect(
            printed.status == 0
                && printed.output.contains("    public static let hero = ImageResource(name: \"hero\", bundle: resourceBundle)\n"))
        #expect(printed.output.contains("Foundation.Bundle = .main\n"))
        let missing = await sandbox.perform("widget", "symbols", "Nowhere.xcassets")
        #expect(missing.status == 66 && missing.errors.contains("Nowhere.xcassets: there is no such folder"))
    }
}
