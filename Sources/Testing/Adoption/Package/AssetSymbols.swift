import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// The Swift source with the symbols of asset catalogs, which Xcode generates for `Image(.hero)` and `Color(.brand)`.
package struct AssetSymbols: Sendable {
    private var colors = Group()
    private var images = Group()

    /// The maximum depth of folders in a catalog.
    private static let maximumDepth = 32
    /// The maximum size of a `Contents.json`, in bytes.
    private static let maximumSize = 1 << 20

    /// Reads catalogs; a folder that cannot be read has no symbols.
    package init(catalogs: [String]) {
        for catalog in catalogs { read(catalog, namespace: [], depth: 0) }
    }

    /// True if there is no symbol.
    package var isEmpty: Bool { colors.isEmpty && images.isEmpty }

    /// Messages about names that have the same symbol, of which none is generated.
    package var warnings: [String] {
        [("colours", colors), ("images", images)].flatMap { kind, group in
            group.clashes.map { "the \(kind) \($0.joined(separator: ", ")) have the same symbol: none is generated" }
        }
    }

    private mutating func read(_ folder: String, namespace: [String], depth: Int) {
        guard depth < Self.maximumDepth else { return }
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
            let path = "\(folder)/\(name)"
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else { continue }
            let kind = name.pathExtension
            let base = kind.isEmpty ? name : String(name.dropLast(kind.count + 1))
            let full = (namespace + [base]).joined(separator: "/")
            switch kind {
            case "colorset": colors.add(base, full: full, in: namespace, suffix: "color")
            case "imageset", "symbolset": images.add(base, full: full, in: namespace, suffix: "image")
            case _ where kind.hasSuffix("set"): continue
            default: read(path, namespace: providesNamespace(path) ? namespace + [name] : namespace, depth: depth + 1)
            }
        }
    }

    private func providesNamespace(_ folder: String) -> Bool {
        guard let bytes = try? InputFile.bytes(at: "\(folder)/Contents.json", limit: Self.maximumSize, accepting: .regular),
            let contents = try? JSONValue(parsing: bytes)
        else { return false }
        return contents["properties"]?["provides-namespace"]?.bool == true
    }

    // MARK: The source

    /// The colours that have these names already, of which Xcode makes resources alone.
    private static let taken: Set = [
        "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue", "indigo", "purple", "pink", "brown", "gray", "white", "black",
        "clear",
        "primary", "secondary", "accentColor", "magenta", "darkGray", "lightGray", "label", "link", "separator",
    ]

    /// The source.
    ///
    /// - Parameters:
    ///   - bundle: The expression of the bundle with the catalogs, such as `.module`.
    ///   - isPublic: True for symbols that other modules can use.
    ///   - hasExtensions: True for symbols of `Color`, `UIColor` and `UIImage` beside those of the resources.
    package func source(bundle: String, isPublic: Bool, hasExtensions: Bool) -> String {
        let access = isPublic ? "public " : ""
        var lines = [
            "// Written by 'subdial widget': do not edit.", "import Foundation", "import SwiftUI", "",
            // Members of SwiftUI's types belong to no actor, also where the module's own declarations belong to the main actor.
            "private nonisolated let resourceBundle: Foundation.Bundle = \(bundle)", "",
        ]
        func add(_ declaration: String, _ group: Group, _ line: (_ symbol: String, _ resource: String) -> String) {
            guard !group.isEmpty else { return }
            lines += ["nonisolated extension \(declaration) {"]
            lines += group.lines(access: access, indent: "    ") { symbol, name in
                line(symbol, "(name: \(name.swiftLiteral), bundle: resourceBundle)")
            }
            lines += ["}", ""]
        }
        func resources(_ type: String, _ group: Group) {
            add(type, group) { "\(access)static let \($0) = \(type)\($1)" }
        }
        func colors(_ declaration: String, _ group: Group) {
            add(declaration, group) { "\(access)static var \($0): SwiftUI.Color { SwiftUI.Color(ColorResource\($1)) }" }
        }
        // `Color(.brand)` means the resource.
        func values(_ type: String, of resource: String, _ group: Group) {
            add(type, group) { symbol, value in
                "@_disfavoredOverload \(access)static var \(symbol): \(type) { \(type)(resource: \(resource)\(value)) }"
            }
        }
        resources("ColorResource", self.colors)
        if hasExtensions {
            let named = self.colors.without(Self.taken)
            colors("SwiftUI.Color", named)
            // A style has no namespaces, as in Xcode.
            colors("SwiftUI.ShapeStyle where Self == SwiftUI.Color", named.top)
            values("UIColor", of: "ColorResource", named)
        }
        resources("ImageResource", images)
        if hasExtensions { values("UIImage", of: "ImageResource", images) }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Names

    /// The name of a symbol in lower camel case, without a last `Color` or `Image`; nil if nothing is left.
    static func identifier(_ name: String, suffix: String) -> String? {
        guard var joined = joined(name) else { return nil }
        if joined.lowercased().hasSuffix(suffix), joined.count > suffix.count { joined.removeLast(suffix.count) }
        // A row of capitals at the beginning is one word: `URLIcon` is `urlIcon`.
        var count = joined.prefix { $0.isASCII && $0.isUppercase }.count
        if count > 1, joined.dropFirst(count).first?.isLowercase == true { count -= 1 }
        return escaped(joined.prefix(count).lowercased() + joined.dropFirst(count))
    }

    /// The name of a namespace.
    static func typeIdentifier(_ name: String) -> String { joined(name).map { escaped($0.prefix(1).uppercased() + $0.dropFirst()) } ?? "_" }

    private static func joined(_ name: String) -> String? {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first else { return nil }
        return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static func escaped(_ name: String) -> String { SwiftName.escaped(name.first?.isNumber == true ? "_" + name : name) }

    /// The symbols of a namespace.
    private struct Group {
        private var symbols: [String: Set<String>] = [:]
        private var groups: [String: Group] = [:]

        mutating func add(_ name: String, full: String, in namespace: [String], suffix: String) {
            guard let first = namespace.first else {
                if let symbol = AssetSymbols.identifier(name, suffix: suffix) { symbols[symbol, default: []].insert(full) }
                return
            }
            groups[AssetSymbols.typeIdentifier(first), default: Group()].add(
                name, full: full, in: Array(namespace.dropFirst()), suffix: suffix)
        }

        var clashes: [[String]] {
            symbols.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { $0.value.sorted() }
                + groups.sorted { $0.key < $1.key }.flatMap(\.value.clashes)
        }

        var isEmpty: Bool { !symbols.contains { $0.value.count == 1 } && groups.allSatisfy(\.value.isEmpty) }

        /// The group without some of the symbols at its top.
        func without(_ names: Set<String>) -> Group {
            var group = self
            group.symbols = symbols.filter { !names.contains($0.key) }
            return group
        }

        /// The symbols without those of namespaces.
        var top: Group {
            var group = self
            group.groups = [:]
            return group
        }

        func lines(access: String, indent: String, _ line: (String, String) -> String) -> [String] {
            var lines: [String] = []
            for (symbol, names) in symbols.sorted(by: { $0.key < $1.key }) {
                if names.count == 1, let name = names.first { lines.append(indent + line(symbol, name)) }
            }
            for (name, group) in groups.sorted(by: { $0.key < $1.key }) where !group.isEmpty {
                lines +=
                    ["", "\(indent)\(access)enum \(name) {"] + group.lines(access: access, indent: indent + "    ", line) + ["\(indent)}"]
            }
            return lines
        }
    }
}
