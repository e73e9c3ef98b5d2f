import FoundationEssentials

import class Foundation.Bundle

/// A document of a kind's source, as the source delivers it: the kind makes the entries of it.
public struct KindDocument: Sendable, Hashable {
    /// The absolute path of the file.
    let path: String
    let kind: String
    /// The date at which the document was received.
    let date: Date

    /// A document in a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file, relative to the test's file, or to the resources of a bundle.
    ///   - kind: One of Subdial's kinds, or of those in `.snapshots(templates:)`.
    ///   - date: The date at which the document was received.
    ///   - bundle: The bundle, such as `.module`; nil for the folder of the test's file.
    public init(_ path: String, kind: String, at date: Date, in bundle: Bundle? = nil, file: StaticString = #filePath) {
        self.path = TestResources.path(path, in: TestResources.folder(bundle, file))
        self.kind = kind
        self.date = date
    }
}

/// The origin of the entries that a snapshot shows.
enum SnapshotEntries: Sendable, Hashable {
    case entries([Entry])
    case document(KindDocument)
}
