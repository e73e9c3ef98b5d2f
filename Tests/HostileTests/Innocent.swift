import Foundation
import Testing

@testable import SubdialProcessSupport

/// A bar with its own bridge during an attack on something else: its lines and clicks must arrive.
struct Innocent {
    let sandbox: Sandbox
    let address: String
    let bar: FeedFront

    /// Runs `body` with such a bar.
    static func with(_ sandbox: Sandbox, _ body: (Innocent) async throws -> Void) async throws {
        try await sandbox.withBridge("steady") { address in
            let bar = try FeedFront(sandbox, ["feed", "--bridge", address, "--zone", "Kitchen", "--text", "{{ status }} {{ title }}"])
            defer { bar.stop() }
            try await eventually("a line of the innocent bridge") { bar.last?.hasPrefix("Playing ") == true }
            try await body(Innocent(sandbox: sandbox, address: address, bar: bar))
        }
    }

    /// Clicks twice, and waits for the result of both clicks in the line.
    func expectService(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for word in ["Paused", "Playing"] {
            let click = try await sandbox.outcome(["control", "--bridge", address, "--zone", "Kitchen", "play-pause"])
            #expect(click.status == 0, "\(click.errors)", sourceLocation: sourceLocation)
            try await eventually("\(word) in the innocent bar") { bar.last?.hasPrefix(word) == true }
        }
    }
}
