import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Engine

/// A server whose fronts neither come nor go for a while.
@Suite(.timeLimit(.minutes(5))) struct ServerQuietTests {
    @Test func itIsQuietOnceAfterEachComingAndGoing() async throws {
        var limits = ServerLimits()
        limits.quietTime = 20
        let count = Counter()
        try await withServer(limits: limits, quieted: { count.increase() }) { _, _ in
            try? await Task.sleep(for: .seconds(3600))
            return 0
        } _: { harness in
            #expect(count.value == 0)
            for round in 0..<3 {
                let client = try harness.attach("feed")
                try await eventually("quiet with a front") { count.value == 2 * round + 1 }
                client.hangUp()
                try await eventually("quiet without it") { count.value == 2 * round + 2 }
            }
        }
    }

    /// Released code and constants are mapped again when they are needed.
    @Test func pagesOfCodeAreReleased() throws {
        func fileKilobytes() throws -> Int {
            let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
            let line = lines.first { $0.hasPrefix("RssFile:") }
            return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) })
        }
        let text = "a text of this function"
        let before = try fileKilobytes()
        CodePages.release()
        let after = try fileKilobytes()
        #expect(after < before, "\(before) KiB, then \(after)")
        #expect(text.uppercased() == "A TEXT OF THIS FUNCTION")
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func increase() { count.add(1, ordering: .relaxed) }
    }
}
