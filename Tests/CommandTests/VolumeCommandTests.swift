import Foundation
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// `subdial control volume` with a simulated bridge: the Living Room uses decibels, the Kitchen 0 to 100.
@Suite(.serialized) struct VolumeCommandTests {
    struct Case: CustomTestStringConvertible {
        let zone: String
        let value: String
        let status: Int32
        /// The maximum permitted increase of the volume.
        let most: Double
        let message: String

        init(_ zone: String, _ value: String, _ status: Int32, most: Double = 0, _ message: String = "") {
            (self.zone, self.value, self.status, self.most, self.message) = (zone, value, status, most, message)
        }

        var testDescription: String { "\(zone): volume \(value)" }
    }

    static let cases = [
        Case("Living Room", "0", 77, "write 0% for silence, or '=0' for 0 dB"), Case("Living Room", "50", 77, "−80 dB to 0 dB"),
        Case("Living Room", "0.5", 77, "is not in its range"), Case("Living Room", "5000", 77, "is not in its range"),
        Case("Living Room", "30", 77, "or 0% to 100%"), Case("Living Room", "+50", 0, most: 3, "one step upward goes no further"),
        Case("Living Room", "+1dB", 0, most: 1), Case("Living Room", "=-30", 0, most: 20), Case("Living Room", "0%", 0),
        Case("Kitchen", "0.5", 77, "write 50%"), Case("Kitchen", "5000", 77, "0 to 100"), Case("Kitchen", "+3dB", 77, "decibels"),
        Case("Kitchen", "+50", 0, most: 5, "one step upward goes no further"), Case("Kitchen", "0", 0), Case("Kitchen", "20%", 0, most: 20),
        Case("Kitchen", "up", 0, most: 5),
    ]

    /// Each case on one bridge: refused changes are not sent, and no volume exceeds its limit.
    @Test func noRoomGetsLoudByMistake() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try await sandbox.withBridge("quiet") { address in
            let environment = ["SUBDIAL_BRIDGE": address]
            func volume(_ zone: String) throws -> Double {
                let list = try JSONValue(parsing: sandbox.run("zones", "--json", environment: environment).output)
                guard case .array(let zones) = list else { throw NeverCameTrue(description: "a list of zones") }
                let found = zones.first { $0["name"]?.string == zone }
                return try #require(found?["volume"]?["value"]?.number)
            }
            for test in Self.cases {
                let before = try volume(test.zone)
                let outcome = try sandbox.run("control", "--zone", test.zone, "volume", "--", test.value, environment: environment)
                #expect(outcome.status == test.status, "\(test): \(outcome.errors)")
                #expect(test.message.isEmpty ? outcome.errors.isEmpty : outcome.errors.contains(test.message), "\(test): \(outcome.errors)")
                let after = try volume(test.zone)
                #expect(after <= before + test.most + 0.001, "\(test): \(before) became \(after)")
                if test.status != 0 { #expect(after == before, "\(test)") }
            }
        }
    }
}
