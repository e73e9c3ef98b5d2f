import Foundation
import Testing

@testable import SubdialProcessSupport

/// The older bridge, with fewer features: through front and engine, simulated.
@Suite struct NodeBridgeTests {
    private func line(of zone: String, _ outcome: Sandbox.Outcome) -> String {
        outcome.lines.first { $0.dropFirst(2).hasPrefix(zone) } ?? "no \(zone)"
    }

    @Test func volumesAreListed() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("living-room", dialect: "node") { address in
            let zones = try sandbox.run("zones", "--bridge", address)
            // The scenario changes the volume after a while.
            #expect(line(of: "Living Room", zones).contains(/−2\d\.\d dB/), "\(zones.output)")
            #expect(line(of: "Kitchen", zones).contains(" 35 "), "\(zones.output)")
            // A fixed volume, and one that moves in steps and is not reported.
            #expect(line(of: "Office", zones).contains("  –  "), "\(zones.output)")
            #expect(line(of: "Workshop", zones).contains("  –  "), "\(zones.output)")
        }
    }

    @Test func aVolumeThatIsNotToldMovesBySteps() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("living-room", dialect: "node") { address in
            func control(_ words: String...) throws -> Sandbox.Outcome {
                try sandbox.run(["control"] + words + ["--zone", "Workshop", "--bridge", address])
            }
            for (words, done) in [
                ("up", "one step louder:"), ("down", "one step quieter:"), ("+3", "3 steps louder:"), ("-2", "2 steps quieter:"),
                ("+5", "3 steps louder instead of 5:"),
            ] {
                let outcome = try control("volume", words)
                #expect(outcome.status == 0 && outcome.errors.contains("'Workshop' is \(done)"), "\(words): \(outcome.errors)")
            }
            for words in ["30", "50%", "=10", "+5%"] {
                let outcome = try control("volume", words)
                #expect(outcome.status == 77 && outcome.errors.contains("write up, down, +1 or -1"), "\(words): \(outcome.errors)")
            }
            // A fixed volume stays fixed.
            let fixed = try sandbox.run("control", "volume", "up", "--zone", "Office", "--bridge", address)
            #expect(fixed.status == 77 && fixed.errors.contains("is fixed"), "\(fixed.errors)")
        }
        // The newer bridge reports the volume of such a zone.
        try await sandbox.withBridge("living-room") { address in
            let outcome = try sandbox.run("control", "volume", "up", "--zone", "Living Room", "--bridge", address)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    /// Roon's zones support only a toggle, which is reported late.
    @Test(arguments: [
        (["play", "pause"], "paused"), (["pause", "play"], "playing"), (["play", "play", "pause", "play", "play"], "playing"),
    ])
    func noneOfSeveralWishesIsDropped(_ words: [String], _ status: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("living-room", dialect: "node") { address in
            for word in words { #expect(try sandbox.run("control", word, "--zone", "Library", "--bridge", address).status == 0) }
            func shown() throws -> Bool {
                line(of: "Library", try sandbox.run("zones", "--bridge", address)).contains(" \(status) ")
            }
            try await eventually("its last wish") { try shown() }
            // The status remains.
            try await Task.sleep(for: .seconds(2))
            #expect(try shown())
        }
    }
}
