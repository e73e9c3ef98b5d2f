import Foundation
import SubdialTestSupport

/// A program of this machine that validates the output.
struct Program {
    let path: String

    static let python = Program(path: Tool.python)
    static let chromium = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].lazy.compactMap(Tool.path).first.map(
        Program.init)

    /// Runs the program to its end and returns its standard output.
    func run(_ arguments: [String], input: String = "") throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "snapshots-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (standardInput, standardOutput) = (folder.appending(path: "input"), folder.appending(path: "output"))
        try Data(input.utf8).write(to: standardInput)
        try Data().write(to: standardOutput)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: standardInput)
        process.standardOutput = try FileHandle(forWritingTo: standardOutput)
        process.standardError = FileHandle.nullDevice
        try process.runUnblocked()
        process.waitUntilExit()
        return String(decoding: try Data(contentsOf: standardOutput), as: UTF8.self)
    }
}
