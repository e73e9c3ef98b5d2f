import Foundation
import Testing

/// A bridge on this machine that plays a scenario: `subdial simulate`, of the PATH or of the checkout's build.
final class SimulatedBridge {
    private static let program: String? = {
        let checkout = URL(filePath: #filePath).appending(path: "../../../../../.build/debug").standardized.path
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + [checkout]).map { "\($0)/subdial" }.first(where: FileManager.default.isExecutableFile)
    }()

    static var isInstalled: Bool { program != nil }

    let address: URL
    private let process = Process()

    init() throws {
        process.executableURL = URL(filePath: try #require(Self.program))
        process.arguments = ["simulate", "--port", "0", "--scenario", "steady"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n"), let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty { line += byte }
        let text = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        address = try #require(URL(string: text.replacingOccurrences(of: "listening on ", with: "")), "\(text)")
    }

    /// Ends it; then nothing answers at its address.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    deinit { if process.isRunning { process.terminate() } }
}
