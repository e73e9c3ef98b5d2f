internal import Foundation
import Synchronization

/// The translations of a table such as `Localizable`, in all languages.
struct StringTable: Sendable {
    private var languages: [String: [String: Translation]] = [:]
    /// The languages of the sources, whose words stand in for missing translations.
    private var sources: [String] = []
    /// What is wrong with the files of the table.
    private(set) var problems: [String] = []
    /// The languages in their order of preference by locale.
    private static let tables = Mutex<[TableKey: StringTable]>([:])

    private struct TableKey: Hashable {
        var name: String
        var folders: [String]
    }

    /// The table of a name, or `Localizable`, in a bundle; nil for the main bundle.
    static func named(_ name: String?, in bundle: Bundle?) -> StringTable { named(name, in: ResourceFolders.folders(of: bundle)) }

    /// The table of a name in folders, of which earlier ones go before later ones.
    static func named(_ name: String?, in folders: [URL]) -> StringTable {
        let key = TableKey(name: name ?? "Localizable", folders: folders.map(\.path))
        if let known = tables.withLock({ $0[key] }) { return known }
        var table = StringTable()
        for folder in folders { table.read(key.name, in: StringFiles.of(folder)) }
        tables.withLock { $0[key] = table }
        return table
    }

    /// Forgets all tables, so that changed files are read again.
    package static func reset() {
        tables.withLock { $0 = [:] }
        StringFiles.reset()
    }

    /// True without any translation.
    var isEmpty: Bool { languages.isEmpty }

    /// The translation of a key for a locale; nil if there is none in its language and in that of the sources.
    func translation(of key: String, for locale: Locale) -> Translation? {
        guard !languages.isEmpty else { return nil }
        for language in Self.languages(of: locale) { if let found = languages[language]?[key] { return found } }
        // Another variant of the same language: en-GB for en-US.
        let prefix = Self.languageCode(of: locale) + "-"
        for language in languages.keys.sorted() where language.hasPrefix(prefix) && Self.script(of: language) == Self.script(of: locale) {
            if let found = languages[language]?[key] { return found }
        }
        for language in sources + ["base", "en"] { if let found = languages[language]?[key] { return found } }
        return nil
    }

    /// The names of a locale's language from the most to the least special: `zh-hant-tw`, `zh-tw`, `zh-hant`, `zh`.
    static func languages(of locale: Locale) -> [String] {
        let code = languageCode(of: locale)
        let region = locale.region?.identifier.lowercased()
        var names: [String] = []
        let script = locale.language.script?.identifier.lowercased() ?? script(of: locale)
        if let region {
            if let script { names.append("\(code)-\(script)-\(region)") }
            names.append("\(code)-\(region)")
        }
        if let script { names.append("\(code)-\(script)") }
        names.append(code)
        // Norwegian without a variant is Bokmål.
        if code == "nb" { names.append("no") } else if code == "no" { names.append("nb") }
        return names
    }

    private static func languageCode(of locale: Locale) -> String { (locale.language.languageCode?.identifier ?? "en").lowercased() }

    /// The script of Chinese, which its region tells.
    private static func script(of locale: Locale) -> String? {
        if let script = locale.language.script?.identifier.lowercased(), languageCode(of: locale) == "zh" { return script }
        guard languageCode(of: locale) == "zh" else { return nil }
        return ["TW", "HK", "MO"].contains(locale.region?.identifier ?? "") ? "hant" : "hans"
    }

    private static func script(of language: String) -> String? {
        guard language.hasPrefix("zh") else { return nil }
        return language.contains("hant") || ["zh-tw", "zh-hk", "zh-mo"].contains(language) ? "hant" : "hans"
    }

    // MARK: Files

    private mutating func read(_ name: String, in files: StringFiles) {
        for catalog in files.catalogs where catalog.deletingPathExtension().lastPathComponent == name {
            guard let catalog = StringCatalog(contentsOf: catalog) else {
                report(catalog)
                continue
            }
            sources.append(catalog.sourceLanguage)
            for (language, translations) in catalog.languages { add(translations, language) }
        }
        for (language, folder) in files.languages {
            let (plurals, strings) = (
                folder.appendingPathComponent("\(name).stringsdict"), folder.appendingPathComponent("\(name).strings")
            )
            add(StringsFile.plurals(contentsOf: plurals, language: language), of: plurals, language)
            add(StringsFile.strings(contentsOf: strings, language: language), of: strings, language)
        }
        // Files without a folder of a language.
        let strings = files.folder.appendingPathComponent("\(name).strings")
        add(StringsFile.strings(contentsOf: strings, language: "en"), of: strings, "base")
    }

    private mutating func report(_ file: URL) {
        let name = file.pathComponents.suffix(2).joined(separator: "/")
        problems.append("'\(name)' has a mistake and cannot be read to its end: translations are missing")
    }

    private mutating func add(_ contents: StringsFile.Contents, of file: URL, _ language: String) {
        if !contents.isWhole { report(file) }
        add(contents.translations, language)
    }

    /// Adds translations; those that are known stay.
    private mutating func add(_ translations: [String: Translation], _ language: String) {
        guard !translations.isEmpty else { return }
        languages[StringFiles.normalized(language), default: [:]].merge(translations) { known, _ in known }
    }
}

/// The files of a folder with strings.
private struct StringFiles: Sendable {
    let folder: URL
    private(set) var catalogs: [URL] = []
    private(set) var languages: [(language: String, folder: URL)] = []

    private static let known = Mutex<[String: StringFiles]>([:])
    private static let mostLevels = 6

    static func of(_ folder: URL) -> StringFiles {
        if let found = known.withLock({ $0[folder.path] }) { return found }
        var files = StringFiles(folder: folder)
        files.search(folder, level: 0)
        let found = files
        known.withLock { $0[folder.path] = found }
        return found
    }

    static func reset() { known.withLock { $0 = [:] } }

    private init(folder: URL) { self.folder = folder }

    private mutating func search(_ folder: URL, level: Int) {
        guard level < Self.mostLevels else { return }
        let items = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])) ?? []
        for item in items.sorted(by: { $0.path < $1.path }) {
            switch item.pathExtension {
            case "xcstrings": catalogs.append(item)
            case "lproj": languages.append((item.deletingPathExtension().lastPathComponent, item))
            case "xcassets", "resources", "bundle": continue
            default:
                if (try? item.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true { search(item, level: level + 1) }
            }
        }
    }

    /// The name of a language as tables know it: `pt_BR` is `pt-br`, and the old names are codes.
    static func normalized(_ language: String) -> String {
        let name = language.lowercased().replacing("_", with: "-")
        return old[name] ?? name
    }

    private static let old = [
        "english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it", "japanese": "ja", "dutch": "nl",
    ]
}
