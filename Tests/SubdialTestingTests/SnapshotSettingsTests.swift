import Foundation
import SubdialSnapshots
import SubdialSwiftUI
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialTesting

/// Tests of the settings of test scopes, and of their order.
@Suite(.snapshots(record: .all)) struct SnapshotSettingsTests {
    private func mode(_ environment: [String: String] = [:]) throws -> RecordMode {
        try SnapshotSettings.current.mode(environment: environment)
    }

    @Test func theInnermostScopeCounts() async throws {
        #expect(try mode() == .all)
        try withSnapshots(record: .changed) { () throws in
            #expect(try mode() == .changed)
            try withSnapshots(fonts: .recorded) { () throws in
                #expect(try mode() == .changed)
                #expect(SnapshotSettings.current.fonts == .recorded)
            }
        }
        let inner = try await withSnapshots(record: .never) { () async throws in
            await Task.yield()
            return try mode()
        }
        #expect(inner == .never)
        #expect(SnapshotSettings.current.fonts == nil)
    }

    @Test(.snapshots(templates: "Mine")) func foldersAreRelativeToTheFile() throws {
        #expect(try mode() == .all)
        let folder = Repository.root.appending(path: "Tests/SubdialTestingTests").path
        #expect(SnapshotSettings.current.templates == "\(folder)/Mine")
        withSnapshots(fonts: .folder("/fonts")) { #expect(SnapshotSettings.current.fonts == .folder("/fonts")) }
    }

    @Test(.snapshots(fonts: .folder("Fonts"), templates: "Mine", in: .main)) func foldersMayBeResourcesOfABundle() throws {
        let folder = Bundle.main.bundlePath
        #expect(SnapshotSettings.current.templates == "\(folder)/Mine")
        #expect(SnapshotSettings.current.fonts == .folder("\(folder)/Fonts"))
        withSnapshots(templates: "Others", in: .main) { #expect(SnapshotSettings.current.templates == "\(folder)/Others") }
    }

    @Test(arguments: [
        (["CI": "true"], RecordMode.never), (["CI": "false"], .all), (["CI": "0"], .all), (["SUBDIAL_SNAPSHOTS": "missing"], .all),
        (["CI": "1", "SUBDIAL_SNAPSHOTS": "all"], .never),
    ]) func theEnvironmentStandsBack(_ environment: [String: String], _ expected: SubdialSnapshots.RecordMode) throws {
        #expect(try mode(environment) == expected)
    }

    @Test func aWordThatIsNoneIsAnError() {
        #expect { try mode(["SUBDIAL_SNAPSHOTS": "bogus"]) } throws: {
            "\($0)" == "SUBDIAL_SNAPSHOTS is 'bogus'; it takes \(RecordMode.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }
}

/// Tests of custom fonts.
@Suite struct TestFontsTests {
    @Test func fontsThatAreNotTheRecordedOnesFailBeforeDrawing() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "references-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hash = String(repeating: "0", count: 64)
        let record = #"{"family": "Inter", "style": "Regular", "file": "Inter.ttf", "version": "1.0", "sha256": "\#(hash)"}"#
        try FontManifest([try JSONDecoder().decode(FontRecord.self, from: Data(record.utf8))]).write(folder: folder.path)
        let faces = try TestTools.shared.use(.init(templates: nil, fonts: nil)) { $0.faces }
        #expect { try TestFonts.check(faces, beside: folder.path, .missing) } throws: {
            "\($0)".hasPrefix("the fonts are not those of the references: Inter Regular is ")
        }
    }

    @Test func aMissingRecordIsNoPass() throws {
        let faces = try TestTools.shared.use(.init(templates: nil, fonts: nil)) { $0.faces }
        #expect(throws: TestFonts.Mismatch.self) { try TestFonts.check(faces, beside: "/nowhere", .never) }
        // If references are written, the record is written too.
        for mode in [RecordMode.missing, .changed, .all] { try TestFonts.check(faces, beside: "/nowhere", mode) }
    }

    @Test func anInvalidRecordIsToldAndWrittenAnew() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "references-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("nothing".utf8).write(to: folder.appending(path: "fonts.json"))
        let faces = try TestTools.shared.use(.init(templates: nil, fonts: nil)) { $0.faces.filter { $0.family == "Inter" } }
        let message = "\(folder.path)/fonts.json: this is no list of fonts; record the references to write it anew"
        #expect(TestFonts.warnings(faces, beside: folder.path) == [message])
        #expect { try TestFonts.check(faces, beside: folder.path, .missing) } throws: { "\($0)" == message }
        try TestFonts.record(faces, beside: folder.path)
        #expect(TestFonts.warnings(faces, beside: folder.path) == [])
        try TestFonts.check(faces, beside: folder.path, .never)
    }

    @Test(.snapshots(fonts: .recorded)) func theRecordedFontsAreHere() {
        assertSnapshot(of: Text("So What"), as: .layout(.systemSmall))
    }

    /// Only the fonts of the folder are used: a text in another script has no glyphs.
    @Test func aFolderIsUsedAlone() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let font = try TestTools.shared.use(.init(templates: nil, fonts: nil)) { renderer in
            try #require(renderer.faces.first { $0.family == "JetBrains Mono" && $0.style == "Regular" }).path
        }
        try FileManager.default.copyItem(atPath: font, toPath: folder.appending(path: "Mono.ttf").path)
        withSnapshots(fonts: .folder(folder.path)) {
            assertSnapshot(of: Text("Wide and narrow: iiiiii"), as: .layout(.systemSmall), named: "mono")
        }
    }

    @Test func aFolderWithoutFontsIsAnError() throws {
        withKnownIssue {
            withSnapshots(fonts: .folder("/nowhere")) {
                assertSnapshot(of: Text("x"), as: .layout(.systemSmall), named: "no-fonts")
            }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("/nowhere")
        }
    }
}
