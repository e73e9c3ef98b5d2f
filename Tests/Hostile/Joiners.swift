import Foundation

@testable import ProcessSupport

/// Scalars that could hide the sign beside them: all of Unicode that join it into one character, and all controls and format characters.
enum Joiners {
    /// True where time does not count, as `make hostile` has it.
    static let areWhole = ProcessInfo.processInfo.environment["SUBDIAL_HOSTILE"] != nil

    static let all: [Unicode.Scalar] = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark, .enclosingMark: true
        default: String(String.UnicodeScalarView([scalar, "$"])).count == 1 || String(String.UnicodeScalarView(["$", scalar])).count == 1
        }
    }
}

/// A file that an attack would make.
struct Canary {
    let path: String

    init(_ sandbox: Sandbox) { path = sandbox.path("canary") }

    /// True where a command of an attack has run.
    var hasSung: Bool { FileManager.default.fileExists(atPath: path) }
}
