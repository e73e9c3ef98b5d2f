import SubdialBasics
import SubdialExpressions
import SubdialTimeline
import Synchronization

/// All available kinds: those shipped with Subdial and the user's own.
package final class KindLibrary: Sendable {
    /// Reads a file in the templates folder: returns its path and text, or nil if it does not exist.
    package typealias Read = @Sendable (String) -> (file: String, text: String)?

    private let builtIn: [EntrySchema]
    private let read: Read
    private let names: @Sendable () -> [String]
    private let kinds = Mutex<[String: Result<Kind, KindFileError>]>([:])

    /// Makes a library.
    ///
    /// - Parameters:
    ///   - builtIn: The schemas of kinds without a `kind.yaml`.
    ///   - names: Returns the names of the folders.
    ///   - read: Reads a file by its path in the templates folder.
    package init(builtIn: [EntrySchema], names: @escaping @Sendable () -> [String], read: @escaping Read) {
        self.builtIn = builtIn
        self.names = names
        self.read = read
    }

    /// The names of the kinds with a `kind.yaml`.
    package var kindNames: [String] { names().filter { read("\($0)/kind.yaml") != nil } }

    /// Returns the kind of that name; nil if it has no `kind.yaml`.
    ///
    /// - Throws: All problems of its file.
    package func kind(_ name: String) throws(KindFileError) -> Kind? {
        guard !name.contains("/"), !name.hasPrefix(".") else { return nil }
        if let known = kinds.withLock({ $0[name] }) { return try known.get() }
        guard let (file, text) = read("\(name)/kind.yaml") else { return nil }
        let result: Result<Kind, KindFileError>
        do {
            result = .success(try Kind(text, name: name, file: file))
        } catch {
            result = .failure(error)
        }
        kinds.withLock { $0[name] = result }
        return try result.get()
    }

    /// Returns the schema of a kind by name; templates without a `kind.yaml` use the first built-in schema, `now-playing`.
    package func schema(ofTemplates name: String) throws(KindFileError) -> EntrySchema? { try kind(name)?.schema ?? builtIn.first }

    /// The schemas for decoding entry files.
    package var schemas: EntrySchemas {
        EntrySchemas { [self] (name) throws(EntryError) in
            if let schema = builtIn.first(where: { $0.kind == name }) { return schema }
            do throws(KindFileError) {
                if let kind = try kind(name) { return kind.schema }
            } catch {
                throw .wrong(path: "kind", reason: "the kind '\(name)' cannot be used: \(error.problems.first ?? "")")
            }
            let known = builtIn.map(\.kind) + kindNames
            let hint = Suggestion.hint(for: name, among: known)
            throw .wrong(
                path: "kind", reason: "there is no kind '\(name)'" + (hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint))
        }
    }
}
