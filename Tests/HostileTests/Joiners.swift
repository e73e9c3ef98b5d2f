import Foundation

@testable import SubdialProcessSupport

/// Scalars that could hide an adjacent character: all Unicode scalars that combine with it, and all controls and format characters.
enum Joiners {
    /// True if all scalars are tested regardless of time, as in `make hostile`.
    static let areWhole = ProcessInfo.processInfo.environment["SUBDIAL_HOSTILE"] != nil

    static let all: [Unicode.Scalar] = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark: true
        default: String(String.UnicodeScalarView([scalar, "$"])).count == 1 || String(String.UnicodeScalarView(["$", scalar])).count == 1
        }
    }
}

/// A file that an attack would create.
struct Canary {
    let path: String

    init(_ sandbox: Sandbox) { path = sandbox.path("canary") }

    /// True if a command of an attack has run.
    var hasSung: Bool { FileManager.default.fileExists(atPath: path) }
}
