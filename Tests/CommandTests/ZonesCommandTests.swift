import Foundation
import SubdialTestSupport
import Testing

@testable import SubdialProcessSupport

/// The list of `subdial zones`.
@Suite struct ZonesCommandTests {
    @Test func columnsLineUpWhenVolumesDiffer() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let (bridge, port) = try await sandbox.bridge("busy")
        defer { bridge.stop() }
        let lines = try sandbox.run("zones", "--bridge", "http://127.0.0.1:\(port)").lines
        let volumes = lines.compactMap { $0.split(separator: "  ").dropFirst(2).first.map(String.init) }
        #expect(lines.count > 1 && Set(volumes.map(\.count)).count > 1, "\(lines)")
        // The id is the last column.
        #expect(Set(lines.map { $0.count - ($0.split(separator: " ").last?.count ?? 0) }).count == 1, "\(lines)")
    }
}
