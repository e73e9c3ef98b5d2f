import Foundation
import SubdialTestSupport

/// A process that runs tests of this bundle, with a report folder of its own.
struct VictimProcess {
    /// True in such a process: its tests may fail.
    static let isHere = ProcessInfo.processInfo.environment["SUBDIAL_TEST_VICTIM"] != nil

    let status: Int32
    let output: String

    /// Runs tests until they end.
    static func run(_ arguments: [String], report: URL, environment: [String: String] = [:]) throws -> VictimProcess {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["SUBDIAL_TEST_VICTIM": "1", "SUBDIAL_SNAPSHOT_REPORT": report.path, "SUBDIAL_SNAPSHOTS": "never"].merging(environment) { $1 }
        ) { $1 }
        let pipe = Pipe()
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.runUnblocked()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return VictimProcess(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }

    /// Calls `body` with the path of a report folder, and removes it.
    static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }
}
