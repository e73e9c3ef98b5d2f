import Foundation
import TestSupport

@testable import Engine

/// A folder that is removed after the test.
final class TemporaryFolder: Sendable {
    let path = Scratch.path("sd")

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
}
