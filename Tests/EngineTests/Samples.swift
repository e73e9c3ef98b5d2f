import Foundation
import SubdialTestSupport

@testable import SubdialEngine

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
    let path = Scratch.path("sd")

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
