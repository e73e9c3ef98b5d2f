/// What Git has left in place of a file's content, which no other error should be about.
package enum GitLeftover: Hashable, Sendable, CustomStringConvertible {
    /// The pointer of Git LFS, in place of the file.
    case pointer
    /// The markers of a merge conflict, with the line of the first one.
    case conflict(line: Int)

    /// The leftover in a file; nil if there is none.
    ///
    /// - Parameter isText: False for a picture, in whose bytes Git puts no markers.
    package init?(_ bytes: some Collection<UInt8>, isText: Bool = true) {
        guard !bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) else {
            self = .pointer
            return
        }
        // Most files have not a single such byte.
        guard isText, bytes.contains(UInt8(ascii: "<")), bytes.contains(UInt8(ascii: ">")) else { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.starts(with: "<<<<<<< ".utf8) }),
            lines[start...].contains(where: { $0.starts(with: ">>>>>>> ".utf8) })
        else { return nil }
        self = .conflict(line: start + 1)
    }

    /// The line of the first marker; nil for a pointer.
    package var line: Int? { if case .conflict(let line) = self { line } else { nil } }

    /// The end of a sentence about the file, with the solution.
    package var description: String {
        switch self {
        case .pointer: "is a pointer of Git LFS; 'git lfs pull' fetches the file"
        case .conflict(let line): "has the conflict markers of a merge from line \(line) on; choose one of its sides"
        }
    }
}
