import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// The build settings of a target, from the project's to its own.
struct BuildSettings: Sendable {
    private let target: String
    private var values: [String: String] = [:]

    private static let maximumDepth = 16
    /// The maximum size of a configuration file, in bytes.
    private static let maximumSize = 1 << 20
    /// The maximum length of a value.
    private static let maximumLength = 1 << 16
    /// The maximum number of configuration files, and of names that are replaced in a value: some levels of several each would not end.
    private static let maximumFiles = 256, maximumNames = 4096

    init(target: String) { self.target = target }

    /// Adds the settings of a configuration, which count more than those before.
    mutating func add(_ settings: [String: PropertyListValue]) {
        for key in settings.keys.sorted() {
            guard let value = settings[key] else { continue }
            set(key, value.string ?? value.strings.joined(separator: " "))
        }
    }

    /// Adds the settings of an `.xcconfig` file; a file that cannot be read has none.
    mutating func add(contentsOf file: String) {
        var rest = Self.maximumFiles
        add(contentsOf: file, depth: 0, &rest)
    }

    /// - Parameter rest: The number of files that may still be read.
    private mutating func add(contentsOf file: String, depth: Int, _ rest: inout Int) {
        guard depth < Self.maximumDepth, rest > 0 else { return }
        rest -= 1
        guard let bytes = try? InputFile.bytes(at: file, limit: Self.maximumSize, accepting: .regular) else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let text = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line).trimmed()
            if text.hasPrefix("#include") {
                let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
                guard parts.count > 1 else { continue }
                let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
                add(contentsOf: parts[1].hasPrefix("/") ? String(parts[1]) : "\(folder)/\(parts[1])".plainPath, depth: depth + 1, &rest)
            } else if let sign = text.firstIndex(of: "=") {
                set(text[..<sign].trimmed(), text[text.index(after: sign)...].trimmed())
            }
        }
    }

    /// Sets a value; `$(inherited)` in it is the value before.
    private mutating func set(_ key: String, _ value: String) {
        let inherited = values[key] ?? ""
        let new = value.replacing("$(inherited)", with: inherited).replacing("${inherited}", with: inherited)
        if new.utf8.count <= Self.maximumLength { values[key] = new.trimmed() }
    }

    /// The value of a setting, in which `$(NAME)` is replaced; nil if it is not set.
    subscript(key: String) -> String? {
        var rest = Self.maximumNames
        return values[key].map { expanded($0, depth: 0, &rest) }
    }

    /// True for `YES`.
    func isOn(_ key: String) -> Bool { self[key] == "YES" }

    /// The names of the settings that begin so.
    func names(beginningWith prefix: String) -> [String] { values.keys.filter { $0.hasPrefix(prefix) }.sorted() }

    /// - Parameter names: The number of names that may still be replaced; those behind them are empty.
    private func expanded(_ text: String, depth: Int, _ names: inout Int) -> String {
        guard depth < Self.maximumDepth, text.utf8.count <= Self.maximumLength else { return "" }
        var result = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[dollar...]
            let open = rest.dropFirst().first
            let closing: Character? = open == "(" ? ")" : open == "{" ? "}" : nil
            guard let closing, let end = rest.firstIndex(of: closing) else {
                result += "$"
                rest = rest.dropFirst()
                continue
            }
            // What stands behind a colon changes the form of the value: `$(PRODUCT_NAME:c99extidentifier)`.
            let name = rest.dropFirst(2).prefix { $0 != ":" && $0 != closing }
            result += value(of: String(name), depth: depth + 1, &names)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private func value(of name: String, depth: Int, _ names: inout Int) -> String {
        guard names > 0 else { return "" }
        names -= 1
        if let value = values[name] { return expanded(value, depth: depth, &names) }
        return ["TARGET_NAME", "TARGETNAME", "PRODUCT_NAME"].contains(name) ? target : ""
    }
}
