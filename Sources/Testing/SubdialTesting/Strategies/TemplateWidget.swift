import FoundationEssentials
import SubdialTimeline

import class Foundation.Bundle

/// A widget of a template: entries, or a document that makes them, in a file of the template language.
public struct TemplateWidget: Sendable {
    /// The origin of a widget's template.
    enum Template: Sendable {
        case file(String)
        case kind(String)
    }

    let entries: SnapshotEntries
    let template: Template
    /// The folder to which the artwork paths of entries are relative.
    let artwork: String

    /// A widget with a template file.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - template: The path of the file, relative to the test's file, or to the resources of a bundle.
    ///   - bundle: The bundle, such as `.module`; nil for the folder of the test's file.
    ///   - artwork: The folder of the entry's pictures, relative like the template; nil for the base folder itself.
    public init(_ entry: Entry, template: String, in bundle: Bundle? = nil, artwork: String? = nil, file: StaticString = #filePath) {
        self.init([entry], template: template, in: bundle, artwork: artwork, file: file)
    }

    /// A widget with a template file and a timeline of entries.
    public init(_ entries: [Entry], template: String, in bundle: Bundle? = nil, artwork: String? = nil, file: StaticString = #filePath) {
        let folder = TestResources.folder(bundle, file)
        self.init(.entries(entries), .file(TestResources.path(template, in: folder)), TestResources.path(artwork, in: folder))
    }

    /// A widget of one of Subdial's kinds, or of the templates in `.snapshots(templates:)`.
    public init(
        _ entry: Entry, kind: String, in bundle: Bundle? = nil, artwork: String? = nil, file: StaticString = #filePath
    ) {
        self.init(.entries([entry]), .kind(kind), TestResources.path(artwork, in: TestResources.folder(bundle, file)))
    }

    /// A widget of the entries that a kind makes of a document, in the kind's own template.
    public init(_ document: KindDocument) {
        self.init(.document(document), .kind(document.kind), TestResources.path(nil, in: document.path))
    }

    private init(_ entries: SnapshotEntries, _ template: Template, _ artwork: String) {
        self.entries = entries
        self.template = template
        self.artwork = artwork
    }
}

/// Resolves the file paths of tests.
enum TestResources {
    /// The folder of a bundle's resources, or of a source file.
    static func folder(_ bundle: Bundle?, _ file: StaticString) -> String {
        // SwiftPM's bundles are plain folders here. `resourcePath` would be the subfolder `Resources` of a bundle that has one.
        if let bundle { return bundle.bundlePath }
        let path = "\(file)"
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// The absolute path for a written path.
    static func path(_ written: String?, in folder: String) -> String {
        guard let written, !written.isEmpty else { return folder }
        return URL(filePath: written.hasPrefix("/") ? written : "\(folder)/\(written)").standardizedFileURL.path
    }
}

extension Entry {
    /// Reads an entry file of one of Subdial's kinds.
    ///
    /// - Parameters:
    ///   - path: The path of the file, relative to the test's file, or to the resources of a bundle.
    ///   - bundle: The bundle, such as `.module`; nil for the folder of the test's file.
    /// - Throws: An error with the file's path and the problem.
    public init(contentsOf path: String, in bundle: Bundle? = nil, file: StaticString = #filePath) throws {
        let path = TestResources.path(path, in: TestResources.folder(bundle, file))
        guard let data = FileManager.default.contents(atPath: path) else {
            throw TestResourceError(path: path, reason: "there is no such entry file")
        }
        do {
            try self.init(parsing: String(decoding: data, as: UTF8.self))
        } catch {
            throw TestResourceError(path: path, reason: error.description)
        }
    }
}

/// The error of a test's file that cannot be used.
struct TestResourceError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
}
