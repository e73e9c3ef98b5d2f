import Foundation
import Logging
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine

@Suite struct UpdateCommandTests {
    private func lines(_ path: String) -> [String] {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Ten simultaneous changes cause two runs: one for the first, one for the last.
    @Test func changesThatComeMeanwhileAreToldTogether() async throws {
        let folder = try TemporaryFolder()
        let command = UpdateCommand("echo start $N >> log; sleep 0.2; echo end $N >> log", workingFolder: folder.path, logger: .silent)
        for number in 1...10 { await command.run(with: ["N": "\(number)"]) }
        await command.finish()
        let told = lines("\(folder.path)/log")
        #expect(told.last == "end 10")
        #expect(told.count <= 4)
        // Runs never overlap: each start is followed by its own end.
        for (index, line) in told.enumerated() where line.hasPrefix("start") {
            #expect(told[index + 1] == "end" + line.dropFirst("start".count))
        }
    }

    @Test func runsAgainAfterItHasFinished() async throws {
        let folder = try TemporaryFolder()
        let command = UpdateCommand("echo $N >> log", workingFolder: folder.path, logger: .silent)
        for number in 1...2 {
            await command.run(with: ["N": "\(number)"])
            await command.finish()
        }
        #expect(lines("\(folder.path)/log") == ["1", "2"])
    }

    @Test(arguments: [
        ("echo no such bar >&2; exit 3", "no such bar"), ("nonsense-command-of-nobody", "not found"), ("kill -9 $$", "failed"),
    ])
    func aFailureIsLogged(_ line: String, _ message: String) async throws {
        let folder = try TemporaryFolder()
        let log = LogLines()
        let command = UpdateCommand(line, workingFolder: folder.path, logger: Logger(label: "test") { _ in log })
        await command.run(with: [:])
        await command.finish()
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains(message) == true, "\(log.lines)")
        #expect(log.lines.first?.contains(line) == true, "\(log.lines)")
    }
}

/// Stores the log messages.
private final class LogLines: LogHandler, Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        kept.withLock { $0.append("\(event.message)") }
    }
}
