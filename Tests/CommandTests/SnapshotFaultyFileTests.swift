import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// Files and folders of a suite that are not what a run expects.
@Suite(.serialized) struct SnapshotFaultyFileTests {
    private static let snapshot = "systemSmall/one.systemSmall.iphone-15.dark"
    private static let file = "References/\(snapshot).png"

    /// A workplace with recorded references.
    private func recorded() throws -> SnapshotWorkplace {
        let place = try SnapshotWorkplace()
        #expect(try place.run("record").status == 0)
        return place
    }

    /// Recording replaces a link: the file that it leads to is no reference.
    @Test(arguments: ["record", "accept"], ["outside.png", "nowhere.png", "/dev/zero"])
    func aLinkIsReplaced(_ way: String, _ target: String) throws {
        let place = try recorded()
        let manager = FileManager.default
        defer { place.sandbox.clean() }
        let (link, outside) = (place.sandbox.path(Self.file), place.sandbox.path("outside.png"))
        try manager.moveItem(atPath: link, toPath: outside)
        try manager.createSymbolicLink(
            atPath: link, withDestinationPath: target.hasPrefix("/") ? target : place.sandbox.path(target))
        let before = try Data(contentsOf: URL(filePath: outside))
        try place.change()
        if way == "record" {
            #expect(try place.run("record").status == 0)
        } else {
            #expect(try place.run("check").status == 1)
            #expect(try place.run("accept", "--all").status == 0)
        }
        #expect(try Data(contentsOf: URL(filePath: outside)) == before)
        #expect(!manager.fileExists(atPath: place.sandbox.path("nowhere.png")))
        #expect(try manager.attributesOfItem(atPath: link)[.type] as? FileAttributeType == .typeRegular)
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
    }

    /// A reference that is no file, or that nobody has recorded, is an error, and is neither waited for nor read.
    @Test(arguments: ["png", "tree.txt"], ["fifo", "folder", "large"])
    func whatIsNoReferenceIsAnError(_ ending: String, _ fault: String) throws {
        let place = try recorded()
        defer { place.sandbox.clean() }
        let path = place.sandbox.path("References/\(Self.snapshot).\(ending)")
        try FileManager.default.removeItem(atPath: path)
        let reason: String
        switch fault {
        case "fifo":
            #expect(mkfifo(path, 0o600) == 0)
            reason = "it is no regular file"
        case "folder":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            reason = "it is no regular file"
        default:
            try Data().write(to: URL(filePath: path))
            // All of it is a hole.
            #expect(truncate(path, 1 << 40) == 0)
            reason = "it is longer than 67108864 bytes"
        }
        let outcome = try place.run("check", "--processes", "1")
        #expect(outcome.status == 1)
        #expect(outcome.lines.first?.hasPrefix("! \(Self.snapshot): the reference \(path) cannot be read: \(reason)") == true)
        #expect(outcome.lines.dropFirst().first == "8 snapshots: 1 error, 7 passed")
    }

    /// What was drawn has to be there as a whole: nothing is accepted by halves.
    @Test(arguments: [
        ("rm", "the drawn snapshot cannot be read: there is no such file; run 'subdial snapshot check' again"),
        ("cut", "the drawn snapshot is no whole PNG (the png picture ends too early); run 'subdial snapshot check' again"),
    ])
    func whatIsNotDrawnIsNotAccepted(_ fault: String, _ message: String) throws {
        let place = try recorded()
        defer { place.sandbox.clean() }
        try place.change()
        #expect(try place.run("check").status == 1)
        let path = place.sandbox.path("snapshot-report/actual/\(Self.snapshot).png")
        if fault == "rm" { try FileManager.default.removeItem(atPath: path) } else { #expect(truncate(path, 500) == 0) }
        let (references, pending) = (try place.references(), try place.run("pending").output)
        let outcome = try place.run("accept", Self.snapshot)
        #expect(outcome.status == 65 && outcome.output.isEmpty && outcome.errors == "subdial: \(path): \(message)\n")
        #expect(try place.references() == references && place.run("pending").output == pending)
    }

    /// The picture that a report shows of a text is no reference.
    @Test func onlyComparedLevelsAreAccepted() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        try place.write(try place.text("snapshots.yaml") + "levels: [tree, layout]\n", to: "snapshots.yaml")
        #expect(try place.run("record").status == 0)
        let names = Set(try place.references().keys)
        try place.change()
        #expect(try place.run("check").status == 1)
        #expect(try place.run("accept", "--all").status == 0)
        #expect(try Set(place.references().keys) == names)
        #expect(try place.run("check").output == "8 snapshots: 8 passed\n")
    }

    /// A page that cannot be written is not named.
    @Test func aReportThatIsNotThereIsNotNamed() throws {
        let place = try recorded()
        defer { place.sandbox.clean() }
        try FileManager.default.removeItem(atPath: place.sandbox.path("snapshot-report"))
        try place.write("", to: "snapshot-report")
        try place.change()
        let outcome = try place.run("check", environment: ["GITHUB_STEP_SUMMARY": place.sandbox.path("summary.md")])
        #expect(outcome.status == 1 && outcome.lines.last == "8 snapshots: 4 failed, 4 passed")
        #expect(try !place.text("summary.md").contains("index.html"))
    }

    /// A folder with pictures of others is refused, before anything is drawn.
    @Test(arguments: [["check"], ["record", "--mode", "all"]])
    func foldersOfOthersAreKept(_ command: [String]) throws {
        let place = try recorded()
        defer { place.sandbox.clean() }
        try FileManager.default.createDirectory(atPath: place.sandbox.path("expected"), withIntermediateDirectories: false)
        for file in ["expected/mine.png", "index.html"] { try place.write("mine", to: file) }
        let references = try place.references()
        try place.change()
        let outcome = try place.sandbox.run(["snapshot"] + command + ["-o", "."])
        let path = place.sandbox.path("./expected")
        let told = "cannot write \(path): there is such a folder, which no run has made; name another folder for the report, or remove it"
        #expect(outcome.status == 74 && outcome.output.isEmpty && outcome.errors == "subdial: \(told)\n")
        #expect(try place.text("expected/mine.png") == "mine" && place.text("index.html") == "mine")
        #expect(try place.references() == references)
    }

    /// The folder of a run that was killed is that of a run.
    @Test func theFolderOfAnAbortedRunIsCleared() throws {
        let place = try recorded()
        defer { place.sandbox.clean() }
        try place.change()
        #expect(try place.run("check").status == 1)
        for file in ["index.html", "report.json", "junit.xml", "reg.json"] {
            try FileManager.default.removeItem(atPath: place.sandbox.path("snapshot-report/\(file)"))
        }
        #expect(try place.run("check", "--filter", "accessoryCircular").status == 0)
        #expect(!FileManager.default.fileExists(atPath: place.sandbox.path("snapshot-report/actual")))
    }

    /// A named folder that cannot be written is an error before references are recorded.
    @Test func aNamedFolderIsTriedFirst() throws {
        let place = try recorded()
        defer { place.sandbox.clean() }
        let references = try place.references()
        try place.change()
        try place.write("", to: "taken")
        let outcome = try place.run("record", "-o", "taken")
        #expect(outcome.status == 74 && outcome.output.isEmpty, "\(outcome.output)")
        #expect(try place.references() == references)
    }
}
