import FoundationEssentials
import JSON
import NowPlaying
import Timeline
import Widgets

import class Foundation.Bundle

/// Entries in a template: what a snapshot of a widget shows.
public struct Widget: Sendable {
    /// Where a widget's template comes from.
    enum Template: Sendable {
        case file(String)
        case kind(String)
        /// Views, and the code that made each.
        case views(JSONValue, places: [String: CodePlace])
    }

    let entries: [Entry]
    let template: Template
    /// The folder that the artwork of entries is relative to.
    let artwork: String

    /// A widget with a template file.
    ///
    /// - Parameters:
    ///   - entry: What it shows.
    ///   - template: The file: relative to the test's file, or to the resources of a bundle.
    ///   - bundle: The bundle, such as `.module`; nil for the folder of the test's file.
    ///   - artwork: The folder of the entry's pictures, as the file; nil for the folder itself.
    public init(_ entry: Entry, template: String, in bundle: Bundle? = nil, artwork: String? = nil, file: StaticString = #filePath) {
        self.init([entry], template: template, in: bundle, artwork: artwork, file: file)
    }

    /// A widget with a template file and a timeline of entries.
    public init(_ entries: [Entry], template: String, in bundle: Bundle? = nil, artwork: String? = nil, file: StaticString = #filePath) {
        let folder = TestResources.folder(bundle, file)
        self.init(entries, .file(TestResources.path(template, in: folder)), TestResources.path(artwork, in: folder))
    }

    /// A widget of a kind: of Subdial's own, or of the templates that `.snapshots(templates:)` names.
    public init(
        _ entry: Entry, kind: String, in bundle: Bundle? = nil, artwork: String? = nil, file: StaticString = #filePath
    ) {
        self.init([entry], .kind(kind), TestResources.path(artwork, in: TestResources.folder(bundle, file)))
    }

    /// A widget whose views are written in Swift.
    ///
    /// - Parameters:
    ///   - entry: What it shows.
    ///   - background: The colour or gradient over the whole widget.
    ///   - margins: The distance from the edges, in points; nil for the family's own.
    ///   - font: What everything in it inherits.
    ///   - foreground: What everything in it inherits.
    ///   - body: Its views, from top to bottom.
    ///   - ground: Views over the whole widget, behind all others, in place of `background`.
    ///   - label: What stands along the curve of a watch's corner.
    public init(
        _ entry: Entry, background: ShapeStyle? = nil, margins: EdgeInsets? = nil, font: TextStyle? = nil, foreground: ShapeStyle? = nil,
        in bundle: Bundle? = nil, artwork: String? = nil, file: StaticString = #filePath, @ViewBuilder body: () -> [View],
        @ViewBuilder ground: () -> [View] = { [] }, @ViewBuilder label: () -> [View] = { [] }
    ) {
        let (body, ground, label) = (body(), ground(), label())
        let members: [(String, JSONValue?)] = [
            ("background", ground.isEmpty ? background?.json : View.body(ground)), ("margins", margins?.json),
            ("font", font.map { .string($0.rawValue) }), ("foreground", foreground?.json),
            ("label", label.isEmpty ? nil : View.body(label)), ("body", .array(body.map(\.json))),
        ]
        var places: [String: CodePlace] = [:]
        for (index, view) in body.enumerated() {
            for (path, place) in view.places { places["body[\(index)].\(path)"] = place }
        }
        for (key, views) in [("background", ground), ("label", label)] {
            places.merge(View.places(of: views, at: key)) { first, _ in first }
        }
        self.init(
            [entry], .views(templateObject(members) ?? .null, places: places),
            TestResources.path(artwork, in: TestResources.folder(bundle, file)))
    }

    private init(_ entries: [Entry], _ template: Template, _ artwork: String) {
        self.entries = entries
        self.template = template
        self.artwork = artwork
    }
}

/// The files of tests.
enum TestResources {
    /// The folder of a bundle's resources, or of a source file.
    static func folder(_ bundle: Bundle?, _ file: StaticString) -> String {
        // SwiftPM's bundles are plain folders here. `resourcePath` would be a folder `Resources` in one that has it.
        if let bundle { return bundle.bundlePath }
        let path = "\(file)"
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// A path as it is written, from the root.
    static func path(_ written: String?, in folder: String) -> String {
        guard let written, !written.isEmpty else { return folder }
        return URL(filePath: written.hasPrefix("/") ? written : "\(folder)/\(written)").standardizedFileURL.path
    }
}

extension Entry {
    /// Reads an entry file of Subdial's own kinds.
    ///
    /// - Parameters:
    ///   - path: The file: relative to the test's file, or to the resources of a bundle.
    ///   - bundle: The bundle, such as `.module`; nil for the folder of the test's file.
    /// - Throws: What is wrong with the file, with its path.
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

/// A file of a test that cannot be used.
struct TestResourceError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
}
