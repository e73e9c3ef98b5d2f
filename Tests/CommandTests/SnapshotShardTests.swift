import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// A shard as a build system with remote workers runs it: a process with the named inputs and environment, and no more.
@Suite struct SnapshotShardTests {
    /// A worker without a network, with an empty home folder.
    private struct Worker {
        let folder: String
        let environment: [String: String]

        /// Makes a worker with the inputs of a suite.
        init(_ name: String, inputs: [String], of place: SnapshotWorkplace) throws {
            folder = place.sandbox.path("workers/\(name)")
            for part in ["suite", "home"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
            }
            for input in inputs { try FileManager.default.copyItem(atPath: place.sandbox.path(input), toPath: "\(folder)/suite/\(input)") }
            environment = ["HOME": "\(folder)/home", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "CI": "true"]
        }

        /// Runs the command in the folder of the suite; returns its status and what it printed.
        func run(_ arguments: String...) throws -> (status: Int32, output: String) {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = SnapshotShardTests.withoutNetwork + [Sandbox.build.appending(path: "subdial").path] + arguments
            process.environment = environment
            process.currentDirectoryURL = URL(filePath: "\(folder)/suite")
            process.standardInput = FileHandle.nullDevice
            let output = Pipe()
            (process.standardOutput, process.standardError) = (output, output)
            try process.runUnblocked()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, text)
        }

        /// The bytes of all files but those in the output folder, by path.
        func files(except output: String) throws -> [String: Data?] {
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { !$0.hasPrefix(output) }
            return Dictionary(names.map { ($0, FileManager.default.contents(atPath: "\(folder)/\($0)")) }) { first, _ in first }
        }
    }

    /// The prefix of a command that has no network; empty where namespaces cannot be made.
    private static let withoutNetwork: [String] =
        [["unshare", "--map-root-user", "--net"], ["unshare", "--net"]].first { Tool.succeeds($0 + ["true"]) } ?? []

    @Test func dependsOnItsInputsAndWritesItsOutput() throws {
        let place = try SnapshotWorkplace()
        defer { place.sandbox.clean() }
        #expect(try place.run("record").status == 0)
        try place.change()
        #expect(try place.run("check").status == 1)
        let whole = try place.statuses()
        let inputs = ["snapshots.yaml", "systemSmall.yaml", "accessoryCircular.yaml", "entries", "References"]
        let merging = try Worker("merging", inputs: inputs, of: place)
        for shard in 1...2 {
            let worker = try Worker("\(shard)", inputs: inputs, of: place)
            let before = try worker.files(except: "output")
            let outcome = try worker.run("snapshot", "check", "snapshots.yaml", "--shard", "\(shard)/2", "--output", "../output")
            #expect(outcome.status <= 1, "\(outcome)")
            #expect(try worker.files(except: "output") == before)
            // Only the folder of the output goes from one machine to another.
            try FileManager.default.moveItem(atPath: "\(worker.folder)/output", toPath: "\(merging.folder)/shard-\(shard)")
            try FileManager.default.removeItem(atPath: worker.folder)
        }
        // The order of the folders has no effect.
        let merge = try merging.run(
            "snapshot", "merge", "../shard-2", "../shard-1", "--suite", "snapshots.yaml", "--output", "../output")
        #expect(merge.status == 1, "\(merge)")
        #expect(try place.statuses("workers/merging/output") == whole && whole["failed"] == 4)
    }
}
