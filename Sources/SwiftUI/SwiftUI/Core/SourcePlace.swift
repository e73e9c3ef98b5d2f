import Foundation

/// A place in a user's source, which warnings name.
///
/// All places are equal, because a view does not depend on the line that makes it.
package struct SourcePlace: Hashable, Sendable {
    private let file: StaticString?
    private let line: UInt

    /// The place of a call, given by `#fileID` and `#line`.
    package init(_ file: StaticString, _ line: UInt) { (self.file, self.line) = (file, line) }

    /// A place that is not known.
    package init() { (file, line) = (nil, 0) }

    /// The file, without the module, and the line: `WeatherView.swift:31`; nil if the place is not known.
    package var text: String? { file.map { "\("\($0)".split(separator: "/").last ?? ""):\(line)" } }

    /// Ends the process with a message at the place: for a property without a value, which cannot throw.
    ///
    /// The line has the form of the runtime's, which writes no message of a precondition in optimized programs.
    package func endProcess(_ message: String) -> Never {
        let place = file.map { "\($0):\(line): " } ?? ""
        FileHandle.standardError.write(Data("\(place)Fatal error: \(message)\n".utf8))
        abort()
    }

    package static func == (first: Self, second: Self) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
