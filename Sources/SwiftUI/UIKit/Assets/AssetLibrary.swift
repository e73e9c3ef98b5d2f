package import Foundation
package import SubdialLayout
import Synchronization

/// The catalogs of all bundles, which are read once in a process, each when it is first asked.
package enum AssetLibrary {
    private struct Key<Traits: Hashable & Sendable>: Hashable, Sendable {
        let folder: String
        let name: String
        let traits: Traits
    }

    private struct Known: Sendable {
        var catalogs: [String: [AssetCatalog]] = [:]
        var files: [String: PictureFile?] = [:]
        var images: [Key<AssetTraits>: AssetImage?] = [:]
        var colors: [Key<String>: ColorVariants?] = [:]
        var symbols: [Key<String>: SymbolTemplate?] = [:]
    }

    private static let known = Mutex(Known())

    /// The picture of an image set, or of a file `name.png` beside the catalogs; nil if there is none.
    package static func image(named name: String, bundle: Bundle?, _ traits: AssetTraits = AssetTraits()) -> AssetImage? {
        for folder in ResourceFolders.folders(of: bundle) {
            let key = Key(folder: folder.path, name: name, traits: traits)
            if let found = found(\.images, key, { readImage(name, in: folder, traits) }) { return found }
        }
        return nil
    }

    /// The values of a colour set; nil if there is none.
    package static func color(named name: String, bundle: Bundle?, idiom: String = "iphone") -> ColorVariants? {
        for folder in ResourceFolders.folders(of: bundle) {
            let key = Key(folder: folder.path, name: name, traits: idiom)
            let color = found(\.colors, key) {
                set(.colorset, name, in: folder).flatMap { set in
                    AssetCatalog.contents(of: set).flatMap { (colors: ColorSet) in colors.variants(AssetTraits(idiom: idiom)) }
                }
            }
            if let color { return color }
        }
        return nil
    }

    /// The values of a colour set; nil if there is none.
    package static func color(_ name: String, in bundle: Bundle?) -> ColorVariants? { color(named: name, bundle: bundle) }

    /// The symbol of a symbol set; nil if there is none.
    package static func symbol(named name: String, bundle: Bundle?) -> SymbolTemplate? {
        for folder in ResourceFolders.folders(of: bundle) {
            let key = Key(folder: folder.path, name: name, traits: "")
            let symbol = found(\.symbols, key) {
                set(.symbolset, name, in: folder).flatMap { set in
                    AssetCatalog.contents(of: set).flatMap { (symbols: FileSet) in
                        symbols.symbols?.lazy.compactMap(\.filename).compactMap { AssetFile.url($0, in: set) }.first
                    }.flatMap { AssetFile.data($0, limit: 1 << 22) }.flatMap { SymbolTemplate([UInt8]($0)) }
                }
            }
            if let symbol { return symbol }
        }
        return nil
    }

    /// The bytes of a data set with the type that it gives them; nil if there is none.
    package static func data(named name: String, bundle: Bundle?) -> (data: Data, type: String)? {
        for folder in ResourceFolders.folders(of: bundle) {
            guard let set = set(.dataset, name, in: folder), let contents: FileSet = AssetCatalog.contents(of: set),
                let entry = contents.data?.first(where: { $0.filename != nil }), let url = AssetFile.url(entry.filename ?? "", in: set),
                let data = AssetFile.data(url)
            else { continue }
            return (data, entry.type ?? "public.data")
        }
        return nil
    }

    /// The names of all sets of a kind that a bundle has, for suggestions: `imageset`, `colorset`.
    package static func names(_ kind: String, in bundle: Bundle?) -> [String] {
        guard let kind = AssetCatalog.Kind(rawValue: kind) else { return [] }
        return ResourceFolders.folders(of: bundle).flatMap { catalogs(in: $0).flatMap { ($0.sets[kind] ?? [:]).keys } }.sorted()
    }

    /// Why a set shows nothing that is there: its contents or its files cannot be read; nil without such a set.
    ///
    /// - Parameter kinds: The extensions of the folders of sets.
    package static func problem(named name: String, _ kinds: [String], in bundle: Bundle?) -> String? {
        for folder in ResourceFolders.folders(of: bundle) {
            for kind in kinds.compactMap(AssetCatalog.Kind.init) {
                guard let set = set(kind, name, in: folder) else { continue }
                let contents: SetContents? = AssetCatalog.contents(of: set)
                return contents == nil
                    ? "'\(set.lastPathComponent)/Contents.json' cannot be read"
                    : "nothing that '\(set.lastPathComponent)/Contents.json' names can be read"
            }
        }
        return nil
    }

    /// Forgets what was read, for tests whose catalogs change.
    package static func removeAll() { known.withLock { $0 = Known() } }

    private static func found<Key: Hashable, Value: Sendable>(
        _ path: any WritableKeyPath<Known, [Key: Value?]> & Sendable, _ key: Key, _ read: () -> Value?
    ) -> Value? {
        if let known = known.withLock({ $0[keyPath: path][key] }) { return known }
        let value = read()
        known.withLock { $0[keyPath: path][key] = .some(value) }
        return value
    }

    private static func catalogs(in folder: URL) -> [AssetCatalog] {
        if let known = known.withLock({ $0.catalogs[folder.path] }) { return known }
        let found = AssetCatalog.folders(in: folder).map { AssetCatalog($0) }
        known.withLock { $0.catalogs[folder.path] = found }
        return found
    }

    private static func set(_ kind: AssetCatalog.Kind, _ name: String, in folder: URL) -> URL? {
        catalogs(in: folder).lazy.compactMap { $0.sets[kind]?[name] }.first
    }

    private static func file(_ url: URL) -> PictureFile? { found(\.files, url.path) { PictureFile(url) } }

    private static func readImage(_ name: String, in folder: URL, _ traits: AssetTraits) -> AssetImage? {
        for kind in [AssetCatalog.Kind.imageset, .appiconset] {
            guard let set = set(kind, name, in: folder), let contents: ImageSet = AssetCatalog.contents(of: set) else { continue }
            let image = contents.image(name, traits) { name in AssetFile.url(name, in: set).flatMap(file) }
            if let image { return image }
        }
        return looseImage(name, in: folder, traits)
    }

    /// A file of the folder itself: `name@3x.png` and its like; without an extension, PNG.
    private static func looseImage(_ name: String, in folder: URL, _ traits: AssetTraits) -> AssetImage? {
        guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
        let path = folder.appendingPathComponent(name)
        let type = path.pathExtension
        let isTyped = ["png", "jpg", "jpeg", "gif", "webp", "pdf", "svg"].contains(type.lowercased())
        let base = isTyped ? path.deletingPathExtension().path : path.path
        // The exact scale first, then the larger ones, then the smaller ones.
        let scales = [1.0, 2, 3].sorted {
            abs($0 - traits.scale) - ($0 > traits.scale ? 0.5 : 0) < abs($1 - traits.scale) - ($1 > traits.scale ? 0.5 : 0)
        }
        for scale in scales {
            let suffix = scale == 1 ? "" : "@\(Int(scale))x"
            guard let file = file(URL(fileURLWithPath: "\(base)\(suffix).\(isTyped ? type : "png")")) else { continue }
            var image = AssetImage(
                PictureContent(file.source, size: Size(file.size.width / scale, file.size.height / scale), name: name))
            image.dependsOnScale = true
            return image
        }
        return nil
    }
}

/// The contents of any set.
private struct SetContents: Decodable {}

/// The contents of a set of files.
private struct FileSet: Decodable {
    struct Entry: Decodable {
        var filename: String?
        var type: String?

        private enum CodingKeys: String, CodingKey {
            case filename
            case type = "universal-type-identifier"
        }
    }

    var symbols: [Entry]?
    var data: [Entry]?
}
