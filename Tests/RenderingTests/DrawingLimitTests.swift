import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Tests of `draw` in a real program, whose views, providers and previews have no end if a test wishes it.
@Suite("The limit of a picture", .serialized)
struct DrawingLimitTests {
    private struct Outcome {
        let status: Int32
        let errors: String
        let pictures: [String]
        /// The names of the written files, as the program printed them.
        let printed: [String]
    }

    /// Draws, and waits for the end of the program.
    ///
    /// - Parameter endless: The place that has no end.
    private static func draw(_ arguments: [String], endless: String?) throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "limit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = Sandbox.tests.appending(path: "SubdialPreviewedProgram")
        process.arguments = ["draw", folder.appending(path: "pictures").path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(endless.map { ["SUBDIAL_TEST_ENDLESS": $0] } ?? [:]) { $1 }
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.runUnblocked()
        process.waitUntilExit()
        let pictures = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "pictures").path)) ?? []
        let printed = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
        return Outcome(
            status: process.terminationStatus, errors: try String(contentsOf: errors, encoding: .utf8), pictures: pictures.sorted(),
            printed: printed.map { String($0.split(separator: "/").last ?? "") })
    }

    private static let previews = ["Cards-Alone.light.png", "Cards-Stuck.light.png", "Provided-Provided.light.png"]

    @Test("A preview without an end is told with its place, and the others are drawn")
    func preview() throws {
        let outcome = try Self.draw(["--previews", "--limit", "20"], endless: "preview")
        #expect(outcome.status == 65)
        let line = try #require(
            String(contentsOf: Repository.root.appending(path: "Tests/PreviewedProgram/Cards.swift"), encoding: .utf8)
                .split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("#Preview(\"Stuck\"") })
        let place = "SubdialPreviewedProgram/Cards.swift:\(line + 1)"
        #expect(outcome.errors.contains("Cards/Stuck (\(place)): not drawn within 20 s"), "\(outcome.errors)")
        let others = Self.previews.filter { !$0.contains("Stuck") }
        #expect(outcome.pictures == others && outcome.printed == others, "\(outcome.errors)")
    }

    @Test("A provider of previews without an end is told with its type")
    func provider() throws {
        let outcome = try Self.draw(["--previews", "--limit", "20"], endless: "provider")
        #expect(outcome.status == 65 && outcome.errors.contains("(SubdialPreviewedProgram.Provided_Previews): not drawn within 20 s"))
        #expect(outcome.errors.split(separator: "\n").count { $0.contains("not drawn") } == 1, "\(outcome.errors)")
    }

    @Test("A widget without an end is told with its type, and the control is drawn")
    func widget() throws {
        let outcome = try Self.draw(["--limit", "20"], endless: "widget")
        #expect(outcome.status == 65)
        for family in ["systemSmall", "systemMedium"] {
            let message = "Card/\(family) (SubdialPreviewedProgram.CardWidget): not drawn within 20 s"
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
        #expect(
            outcome.pictures == ["controlLarge", "controlMedium", "controlSmall"].map { "Quiet.\($0).light.png" }, "\(outcome.errors)")
    }

    @Test("Without one all pictures are drawn")
    func all() throws {
        let outcome = try Self.draw(["--previews"], endless: nil)
        #expect(outcome.status == 0 && outcome.errors == "" && outcome.pictures == Self.previews, "\(outcome.errors)")
    }
}
