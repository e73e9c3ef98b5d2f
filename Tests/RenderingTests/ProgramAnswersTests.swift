import Foundation
import SubdialDocuments
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

@testable import SubdialRendering
@testable import SubdialWidgets

private struct AnsweredView: View {
    @Environment(\.colorScheme) private var scheme

    var body: some View { Text(verbatim: scheme == .dark ? "dark" : "light").padding(4) }
}

#Preview("Answered", traits: .fixedLayout(width: 80, height: 30)) { AnsweredView() }

@Suite("The answers of a program to a preview")
@MainActor
struct ProgramAnswersTests {
    private nonisolated static let name = "ProgramAnswersTests/Answered"

    private static func answer(_ answers: ProgramAnswers, _ request: JSONValue) async throws -> JSONValue {
        // Lines are what both sides read.
        try await JSONValue(parsing: answers.answer(JSONValue(parsing: request.text())).text())
    }

    @Test("The list has the pictures with their kinds, and the version of the protocol")
    func list() async throws {
        let answer = try await Self.answer(ProgramAnswers(), ["do": "list", "places": [:]])
        #expect(answer["protocol"]?.number == Double(PreviewProtocol.number))
        guard case .array(let pictures)? = answer["pictures"] else { throw PreviewError("no pictures") }
        let preview = try #require(pictures.first { $0["name"]?.string == Self.name })
        #expect(
            preview["kind"] == "preview" && preview["place"]?.string?.hasPrefix("SubdialRenderingTests/ProgramAnswersTests.swift:") == true)
        let widgets = pictures.filter { $0["kind"] == "widget" }
        #expect(!widgets.isEmpty)
        for widget in widgets {
            let family = try #require(widget["family"]?.string)
            #expect(widget["name"]?.string?.hasSuffix("/\(family)") == true)
            #expect(widget["place"]?.string?.contains(".") == true, "\(widget.text())")
        }
    }

    @Test(
        "A preview has a picture for each entry, which knows its family",
        arguments: [
            (ProgramAnswersTests.name, ["view null"]), ("PreviewTests/Entries", ["widget \"systemSmall\"", "widget \"systemSmall\""]),
            ("PreviewTests/Laps", ["activity null", "activity null"]),
        ])
    func entries(_ name: String, _ expected: [String]) async throws {
        let answer = try await Self.answer(ProgramAnswers(), ["do": "entries", "name": .string(name)])
        guard case .array(let pictures)? = answer["pictures"] else { throw PreviewError("no pictures") }
        #expect(pictures.map { "\($0["kind"]?.string ?? "") \(($0["family"] ?? .null).text())" } == expected)
    }

    @Test("A picture has its bytes, its size, its words and the places of its nodes, in each look")
    func drawing() async throws {
        let answers = try ProgramAnswers()
        let folder = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "1")
        _ = try await Self.answer(answers, ["do": "list", "places": ["AnsweredView": ["/a/Card.swift", 9, 8]]])
        for (appearance, scale) in [("light", 1), ("dark", 2)] {
            let look: JSONValue = ["appearance": .string(appearance), "scale": .string("\(scale)")]
            func ask(_ verb: String) async throws -> JSONValue {
                try await Self.answer(
                    answers, ["do": .string(verb), "name": .string(Self.name), "index": 0, "look": look, "file": .string(file.path)])
            }
            let answer = try await ask("draw")
            #expect(answer["ok"] == true && answer["width"]?.number == 80 && answer["height"]?.number == 30)
            #expect(answer["label"]?.string == "\(Self.name), \(appearance)")
            let png = try Data(contentsOf: file)
            // The width in the header.
            #expect(png.count > 24 && png[16..<20].reduce(0) { $0 << 8 | Int($1) } == 80 * scale)
            #expect(try await ask("tree") == ["ok": true])
            let tree = try JSONValue(parsing: String(decoding: Data(contentsOf: file), as: UTF8.self))
            // The background is the preview's, and of no type.
            #expect(tree["files"] == ["", "/a/Card.swift"], "\(tree.text())")
            #expect(tree.text().contains(#""line":9,"column":8"#))
        }
    }

    @Test(
        "A request that cannot be answered is an error that says why",
        arguments: [
            (#"{"do":"sing"}"#, "no request"), (#"{"do":"draw","name":"Nobody","look":{}}"#, "there is no picture 'Nobody'"),
            (#"{"do":"draw","name":"ProgramAnswersTests/Answered","index":7,"look":{}}"#, "1 entries"),
            (#"{"do":"draw","name":"ProgramAnswersTests/Answered","look":{"appearance":"drk"}}"#, "light, dark"),
            (#"{"do":"draw","name":"ProgramAnswersTests/Answered","look":{"theme":"x"}}"#, "no theme"),
            (#"{"do":"draw","name":"ProgramAnswersTests/Answered","look":{}}"#, "needs a file"),
            (#"{"do":"tree","name":"ProgramAnswersTests/Answered","look":{},"file":"/nowhere/1"}"#, "cannot write '/nowhere/1'"),
        ])
    func errors(_ request: String, _ reason: String) async throws {
        let answers = try ProgramAnswers()
        let error = await #expect(throws: PreviewError.self) { try await answers.answer(JSONValue(parsing: request)) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
}
