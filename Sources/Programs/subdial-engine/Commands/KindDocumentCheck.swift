import FoundationEssentials
import SubdialExpressions
import SubdialKinds
import SubdialMatches

/// The check of a kind with the documents that need no request: those of `static`, and of files in its folder.
struct KindDocumentCheck {
    /// The problems that leave entries, one line each.
    private(set) var warnings: [String] = []
    /// The reason why there are no entries; nil if there are some, or a document is not at hand.
    private(set) var error: KindError?

    /// - Parameter folder: The folder of the kind.
    init(_ kind: Kind, in folder: String) {
        // A parameter without a default has a value only in the configuration.
        guard let values = try? KindValues([:], of: kind) else { return }
        do throws(KindError) {
            var documents: EntryMaker.Documents = [:]
            for source in kind.sources {
                let knowledge = KindSource.Knowledge(documents: documents, now: .now)
                guard try source.isWanted(values, knowing: knowledge) else { continue }
                guard let document = try Self.document(of: source, values, knowledge, folder) else { return }
                documents[source.name] = document
            }
            warnings = try EntryMaker(kind, values).entries(of: documents, received: .now).warnings
        } catch {
            self.error = error
        }
    }

    /// The document of a source; nil if it is not at hand.
    private static func document(
        of source: KindSource, _ values: KindValues, _ knowledge: KindSource.Knowledge, _ folder: String
    ) throws(KindError) -> Value? {
        // Other requests may need secrets, which have values only in the configuration.
        guard source.transport is FixedTransport || source.transport is FileTransport else { return nil }
        switch try source.request(values, knowing: knowledge) {
        case let request as FixedTransport.Request: return request.value
        case let request as FileTransport.Request:
            guard !request.path.hasPrefix("/"), let data = FileManager.default.contents(atPath: "\(folder)/\(request.path)"),
                data.count <= source.maximumBytes
            else { return nil }
            return try source.replayed(Array(data), DocumentForm.Arrival(date: knowledge.now))
        default: return nil
        }
    }
}
