import Foundation
import SubdialTestSupport
import Testing

/// `Scripts/check-apple-source`, with sources of one file.
@Suite struct AppleSourceTests {
    /// Returns the exit code and the findings, each without its file.
    private func check(_ source: String, _ options: [String] = []) throws -> (code: Int32, findings: [String]) {
        let folder = try TemporaryFolder()
        let file = folder.path("Source.swift")
        try Data(source.utf8).write(to: URL(filePath: file))
        let process = Process()
        process.executableURL = URL(filePath: Tool.python)
        process.arguments = [Repository.root.appending(path: "Scripts/check-apple-source").path] + options + [folder.path]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.runUnblocked()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text.split(separator: "\n").map { String($0.dropFirst("\(file):".count)) })
    }

    @Test(
        "Source that compiles in Xcode has no finding",
        arguments: [
            "import SwiftUI\nimport WidgetKit\nstruct E: TimelineEntry { let date: Date; let image: Image? }",
            "import WidgetKit\nif #available(iOS 18.0, watchOS 26.0, *) { ControlCenter.shared.reloadAllControls() }",
            "import WidgetKit\n@available(iOS 18.0, watchOS 26.0, *)\nstruct C: ControlWidget {\n    static let kind = 1\n}",
            "import WidgetKit\n@available(iOS 18, watchOS 26, *)\nextension ControlCenter {}",
            "import WidgetKit\nfunc f() {\n    guard #available(iOS 18, watchOS 26, *) else { return }\n    _ = ControlCenter.shared\n}",
            "import WidgetKit\n#if !os(watchOS)\nlet f = WidgetFamily.systemSmall\n#endif",
            "import WidgetKit\n#if os(watchOS)\nlet f = WidgetFamily.accessoryCorner\n#else\nlet f = WidgetFamily.systemSmall\n#endif",
            "import ActivityKit\n#if canImport(ActivityKit)\nstruct A: ActivityAttributes {}\n#endif",
            // Names of the source's own, and words in comments and strings.
            "struct Image {}\n// A Text of SwiftUI.\nlet image = Image(), text = \"Text\"",
            "import AppIntents\nimport SwiftUI\nlet b = Button(intent: I()) {}",
            "struct Box<Text> { let text: Text }",
        ])
    func compiles(_ source: String) throws {
        let result = try check(source)
        #expect(result.findings.isEmpty)
        #expect(result.code == 0)
    }

    @Test(
        "What Xcode refuses is a finding with its line",
        arguments: [
            ("import Foundation\nlet t = Text(\"a\")", "2: 'Text' needs an import of SwiftUI"),
            ("import SwiftUI\nstruct E: TimelineEntry {}", "2: 'TimelineEntry' needs an import of WidgetKit"),
            ("let d = Date()", "1: 'Date' needs an import of Foundation"),
            ("import SwiftUI\nlet b = Button(intent: I()) {}", "2: 'Button' needs an import of AppIntents"),
            ("import SwiftUI\nlet i = Image(\"a\").subdialPicture()", "2: 'subdial' is not Apple's"),
            ("#if os(Linux)\n#endif", "1: 'os(Linux)' is not Apple's"),
            ("import FoundationNetworking", "1: 'FoundationNetworking' is not Apple's"),
            ("import SwiftUI\nlet v = _VariadicView.self", "2: '_VariadicView' is private"),
            ("let v = view._children()", "1: '_children' is private"),
            ("@_spi(Private) import Foundation", "1: '@_spi' is private"),
        ])
    func refused(_ source: String, _ finding: String) throws {
        let result = try check(source)
        #expect(result.findings == [finding])
        #expect(result.code == 1)
    }

    @Test(
        "What a deployment target lacks is a finding for its platform",
        arguments: [
            (
                "let c = ControlCenter.shared",
                [
                    "2: 'ControlCenter' needs iOS 18.0: guard it by #available or @available",
                    "2: 'ControlCenter' needs watchOS 26.0: guard it by #available or @available",
                ]
            ),
            (
                "if #available(iOS 18, watchOS 11, *) { _ = ControlCenter.shared }",
                ["2: 'ControlCenter' needs watchOS 26.0: guard it by #available or @available"]
            ),
            (
                "if #available(iOS 18, watchOS 26, *) {} else { _ = ControlCenter.shared }",
                [
                    "2: 'ControlCenter' needs iOS 18.0: guard it by #available or @available",
                    "2: 'ControlCenter' needs watchOS 26.0: guard it by #available or @available",
                ]
            ),
            (
                "@available(iOS 18, watchOS 26, *)\nlet a = 1\nlet c = ControlCenter.shared",
                [
                    "4: 'ControlCenter' needs iOS 18.0: guard it by #available or @available",
                    "4: 'ControlCenter' needs watchOS 26.0: guard it by #available or @available",
                ]
            ),
            ("let f = WidgetFamily.systemSmall", ["2: 'systemSmall' is not on watchOS: exclude it by #if"]),
            ("let f = WidgetFamily.accessoryCorner", ["2: 'accessoryCorner' is not on iOS: exclude it by #if"]),
            ("#if os(iOS)\n#else\nlet f = WidgetFamily.systemSmall\n#endif", ["4: 'systemSmall' is not on watchOS: exclude it by #if"]),
            ("#if DEBUG\nlet f = WidgetFamily.systemSmall\n#endif", ["3: 'systemSmall' is not on watchOS: exclude it by #if"]),
        ])
    func unavailable(_ source: String, _ findings: [String]) throws {
        #expect(try check("import WidgetKit\n\(source)").findings == findings)
    }

    @Test func aTargetChangesWhatIsNewer() throws {
        let source = "import WidgetKit\nlet c = ControlCenter.shared"
        #expect(try check(source, ["--ios", "18.0", "--watchos", "none"]).code == 0)
        #expect(try check(source, ["--ios", "26", "--watchos", "26.1"]).code == 0)
        #expect(try check(source, ["--ios", "17.9.9", "--watchos", "none"]).findings.count == 1)
    }

    @Test(arguments: [["--ios", "new"], ["/nonexistent"]]) func wrongArgumentsFail(_ arguments: [String]) throws {
        let result = try check("", arguments)
        #expect(result.code != 0)
        #expect(result.findings.isEmpty)
    }
}
