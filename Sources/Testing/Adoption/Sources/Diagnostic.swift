import SubdialBasics

/// An error of the compiler.
package struct Diagnostic: Hashable, Sendable {
    /// The path of the file.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// The column in bytes of UTF-8, from 1.
    package let column: Int
    package let message: String

    /// Makes an error.
    package init(file: String, line: Int, column: Int = 1, message: String) {
        (self.file, self.line, self.column, self.message) = (file, line, column, message)
    }

    /// The errors in the compiler's output: lines such as `/folder/File.swift:3:8: error: cannot find 'x' in scope`.
    package static func errors(in output: String) -> [Diagnostic] {
        output.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("/"), let mark = line.firstRange(of: ": error: ") else { return nil }
            let place = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
            guard place.count >= 3, let row = Int(place[place.count - 2]), let column = Int(place[place.count - 1]) else { return nil }
            let file = place.dropLast(2).joined(separator: ":")
            return Diagnostic(file: file, line: row, column: column, message: String(line[mark.upperBound...]).trimmed())
        }
    }

    /// How directly a message speaks of a mistake of its own place.
    enum Rank: Int, Comparable {
        /// A name is nowhere, or something is certainly wrong here.
        case own
        /// A member is missing, which an extension in a file with errors may declare.
        case member
        /// It may follow from another error.
        case following

        static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    }

    var rank: Rank {
        if message.contains("has no member '") || message.contains("has no dynamic member '") || message.contains("is not a member type") {
            return .member
        }
        return Self.following.contains(where: message.contains) ? .following : .own
    }

    /// What the compiler says if something is missing elsewhere.
    private static let following = [
        "cannot infer", "could not be inferred", "unable to infer", "does not conform to protocol", "reference to member",
        "only applies to function types", "unable to type-check", "failed to produce diagnostic", "requires a contextual type",
        "missing return",
        "generic parameter", "cannot convert", "argument passed to call that takes no arguments", "cannot be applied to",
        "initializer expects", "type of expression",
    ]

    /// The names that the message says are missing.
    var missingNames: [String] {
        var names: [String] = []
        for phrase in [
            "cannot find type '", "cannot find operator '", "cannot find '", "no type named '", "has no member '",
            "has no dynamic member '",
            "unknown attribute '", "no macro named '", "no such module '",
        ] {
            if let start = message.firstRange(of: phrase) { names.append(String(message[start.upperBound...].prefix { $0 != "'" })) }
        }
        if message.hasPrefix("'"), message.contains("is not a member type") || message.contains("is inaccessible due to") {
            names.append(String(message.dropFirst().prefix { $0 != "'" }))
        }
        // `cannot find 'make(of:)' in scope` is about `make`.
        return names.map { String($0.prefix { $0 != "(" }).split(separator: ".").last.map(String.init) ?? $0 }
    }
}
