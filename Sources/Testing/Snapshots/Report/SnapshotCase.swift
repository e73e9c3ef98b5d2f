import SubdialDrawing

/// The location of a reference.
package struct ReferencePlace: Hashable, Sendable, Codable {
    /// The folder of references.
    package var folder: String
    /// The name within the folder, without file extensions.
    package var id: String

    /// Makes a place.
    package init(folder: String, id: String) {
        self.folder = folder
        self.id = id
    }
}

/// A line of a file of the user: of a template, of an entry, of a test.
package struct SourceLine: Hashable, Sendable, Codable {
    /// The path of the file.
    package var file: String
    /// The line, from 1.
    package var line: Int

    /// Makes a place.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// The result of one snapshot.
package struct SnapshotCase: Hashable, Sendable, Codable {
    /// The id, unique in its suite.
    package var id: String
    /// The group in which it is listed.
    package var group: String
    /// The status.
    package var status: SnapshotStatus
    /// The explanation of the status, in one or more sentences; empty if there is nothing to explain.
    package var message: String
    /// The duration, in seconds.
    package var duration: Double
    /// The part of the duration in which references were compressed and written, in seconds; nil if none were.
    package var recording: Double?
    /// The changes in the tree of nodes, one line each.
    package var nodeChanges: [String]
    /// The warnings about fonts that may explain a difference, one line each.
    package var fontWarnings: [String]
    /// The permitted differences; nil if nothing was compared.
    package var limits: PictureLimits?
    /// The counts of differences; nil if nothing was compared.
    package var counts: DifferenceCounts?
    /// The path of the file that defines the case.
    package var source: String?
    /// The line in that file; nil if unknown.
    package var line: Int?
    /// The line of what has changed or is wrong: a node of a template or of a test's views, or an entry; nil if it is not known.
    package var change: SourceLine?
    /// What has changed, and where: an error, or the digest of all changes; nil for a cause of its own.
    ///
    /// Snapshots with the same text have the same changes, but for places and sizes, and for the words of texts that have not changed.
    package var cause: String?
    /// The path of the expected picture.
    package var expected: String?
    /// The path of the actual picture.
    package var actual: String?
    /// The path of the difference picture.
    package var difference: String?
    /// The path of the expected lines or timeline; nil for widgets, which have pictures.
    package var expectedText: String?
    /// The path of the actual lines or timeline.
    package var actualText: String?
    /// The levels of a failed snapshot whose drawn files can become references; nil for others.
    package var drawnLevels: [SnapshotLevel]?
    /// The faces that this process used for the first time in this snapshot; nil in reports.
    package var newFaces: [FontFace]?
    /// True if it passed with a tree in the form of version 0.1.0, without digests of pictures; nil in reports.
    package var hasFormerTree: Bool?
    /// The location of its reference, if it differs from the run's folder and the id.
    package var reference: ReferencePlace?
    /// The picture of the store without which it cannot be compared; nil in reports.
    package var awaited: StoredPicture?
    /// The masks without a matching node; nil if all match.
    package var unmatchedMasks: [UnmatchedMask]?

    /// Creates a result; omitted values are empty or nil.
    package init(
        id: String, group: String = "", status: SnapshotStatus, message: String = "", duration: Double = 0, nodeChanges: [String] = [],
        fontWarnings: [String] = [], limits: PictureLimits? = nil, counts: DifferenceCounts? = nil, source: String? = nil,
        expected: String? = nil, actual: String? = nil, difference: String? = nil
    ) {
        self.id = id
        self.group = group
        self.status = status
        self.message = message
        self.duration = duration
        self.nodeChanges = nodeChanges
        self.fontWarnings = fontWarnings
        self.limits = limits
        self.counts = counts
        self.source = source
        self.expected = expected
        self.actual = actual
        self.difference = difference
    }

    /// The path of its file in one of the picture folders, without the extension; that of a Swift test is below the folder of its module.
    package func place(in folder: String) -> String {
        guard reference != nil, let slash = id.utf8.firstIndex(of: UInt8(ascii: "/")) else { return "\(folder)/\(id)" }
        return "\(id[..<slash])/\(folder)\(id[slash...])"
    }

    /// The line for readers: of what has changed, or else that of the case.
    var place: (file: String, line: Int?)? { change.map { ($0.file, $0.line) } ?? source.map { ($0, line) } }

    /// The message, the node changes and the font warnings, one line each.
    var details: String {
        ((message.isEmpty ? [] : [message]) + nodeChanges + fontWarnings).joined(separator: "\n")
    }
}
