import FoundationEssentials
import SubdialDocuments
import SubdialExpressions
import SubdialServe
import SubdialSnapshots
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

/// Writes a snapshot case into a suite, and the entry file next to it if the entry is not a file.
struct PreviewCaseWriter {
    private let shown: RenderedPreview
    private let addition: SuiteAddition?
    private let text: SnapshotCaseText
    /// The path of the entry file to write, to which the entry's pictures become relative.
    private let entryFile: String?

    /// - Throws: An error for an invalid name, and for a suite that cannot be read.
    init(_ shown: RenderedPreview) throws {
        self.shown = shown
        let suite = shown.project.suite
        let addition = try suite.map { path throws(SnapshotError) in try SuiteAddition(to: path) }
        self.addition = addition
        let folder = suite.map(PreviewTarget.parent) ?? shown.project.base
        if let name = shown.name {
            guard !name.isEmpty, name.utf8.count <= 100,
                name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
            else {
                throw ServeError(.badRequest, "a case's name has letters, digits, '-' and '_', not '\(name)'")
            }
        }
        let name = shown.name ?? Self.freeName(shown, addition)
        var kind: String?
        if case .kind(let name) = shown.project.target { kind = name }
        entryFile = shown.file == nil ? "\(folder)/entries/\(name).json" : nil
        text = SnapshotCaseText(
            id: name, template: shown.template.map { Self.relative($0, to: folder) }, kind: kind,
            entry: Self.relative(shown.file?.path ?? entryFile ?? "", to: folder), matrix: Self.matrix(shown, addition))
    }

    /// The axes that every case names.
    private static let named: [LookAxis] = [.family, .device, .appearance, .mode, .theme]

    /// The look as a matrix with single values: those of the axes that are always named, those that were chosen, and the shown value of any
    /// other axis for which the suite has values of its own.
    private static func matrix(_ shown: RenderedPreview, _ addition: SuiteAddition?) -> LookMatrix {
        var look = shown.look
        // A suite has one time zone for all dates.
        let zone = look.timeZones.standard
        look.timeZones = TimeZones.isKnown(zone) ? TimeZones(standard: zone, local: zone) : TimeZones()
        // The scale of the page is not part of the chosen look.
        look.scale = nil
        let chosen = named + LookAxis.all.filter { $0.isChosen(in: look) }
        look.typeSize = look.typeSize ?? shown.typeSize
        look.language = look.language ?? Strings.standardLanguage
        look.direction = look.direction ?? shown.direction
        look.scale = shown.scale
        var matrix = LookMatrix()
        for axis in LookAxis.all where chosen.contains(axis) || addition?.names(axis) == true { matrix[axis] = [look] }
        return matrix
    }

    /// The case without writing it.
    ///
    /// - Throws: An error if it cannot be written.
    var told: PreviewCase {
        get throws {
            _ = try addition?.adding(text)
            return PreviewCase(name: text.id, text: text.text(indentation: "  "), suite: shown.project.suite, entryFile: entryFile)
        }
    }

    /// Writes the case.
    func add() throws -> PreviewCase {
        guard let addition else {
            throw ServeError(.badRequest, "no suite is named: start with '--suite snapshots.yaml', or paste the case")
        }
        let told = try told
        if let entryFile {
            if let data = FileManager.default.contents(atPath: entryFile), Array(data) != entryText {
                throw ServeError(.badRequest, "\(entryFile) is there already, and stays as it is; give the case another name")
            }
            try writeCover()
            try AtomicFile.write(entryText, to: entryFile)
        }
        try addition.write(text)
        return told
    }

    // MARK: The entry

    /// The entry at the shown moment, with picture paths relative to its new location.
    private var entryText: [UInt8] {
        var entry = shown.entry
        entry.date = shown.moment
        let json = Self.moved(entry.json, entry.schema.fields) { location in
            guard !location.contains("://"), let folder = shown.folder, let entryFile else { return location }
            return Self.relative(
                location.hasPrefix("/") ? location : URL(filePath: "\(folder)/\(location)").standardized.path,
                to: PreviewTarget.parent(entryFile))
        }
        return Array((withCover(json, entry.schema).text(indented: true) + "\n").utf8)
    }

    /// The path of the file for a cover that only the source has, next to the entry file.
    private var coverFile: String? {
        guard let bytes = shown.cover, let entryFile else { return nil }
        let ending = bytes.starts(with: [0x89, 0x50]) ? "png" : bytes.starts(with: [0x52, 0x49]) ? "webp" : "jpg"
        return entryFile.dropLast(".json".count) + ".\(ending)"
    }

    private func writeCover() throws {
        guard let coverFile, let bytes = shown.cover else { return }
        if let data = FileManager.default.contents(atPath: coverFile), Array(data) != bytes {
            throw ServeError(.badRequest, "\(coverFile) is there already, and stays as it is; give the case another name")
        }
        try AtomicFile.write(bytes, to: coverFile)
    }

    private func withCover(_ json: JSONValue, _ schema: EntrySchema) -> JSONValue {
        guard let coverFile, let field = schema.fields.first(where: { $0.type == .image })?.name, case .object(let members) = json else {
            return json
        }
        let name = coverFile.split(separator: "/").last.map(String.init) ?? coverFile
        return .object(members.filter { $0.key != field } + [JSONMember(field, .string(name))])
    }

    /// The values with picture locations replaced by `move`.
    private static func moved(_ json: JSONValue, _ fields: [EntryField], _ move: (String) -> String) -> JSONValue {
        guard case .object(let members) = json else { return json }
        return .object(
            members.map { member in
                let type = fields.first { $0.name == member.key }?.type
                return JSONMember(member.key, type.map { moved(member.value, $0, move) } ?? member.value)
            })
    }

    private static func moved(_ json: JSONValue, _ type: FieldType, _ move: (String) -> String) -> JSONValue {
        switch (type, json) {
        case (.image, .string(let location)) where !location.isEmpty: .string(move(location))
        case (.list(let element), .array(let values)): .array(values.map { moved($0, element, move) })
        case (.map(let fields), _): moved(json, fields, move)
        default: json
        }
    }

    // MARK: Names

    /// A name from the words of the look that no case of the suite has.
    private static func freeName(_ shown: RenderedPreview, _ addition: SuiteAddition?) -> String {
        var words: [String] = []
        if case .kind(let kind) = shown.project.target { words.append(kind) }
        words.append(shown.look.family.rawValue)
        let file = shown.file?.path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) }
        words.append(file ?? (shown.project.entry == PreviewProject.sample ? "sample" : "entry"))
        words += LookAxis.all.filter { $0 != .family }.compactMap { $0.word(of: shown.look, .proposal) }
        let name = String(
            words.joined(separator: "-").map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" }.prefix(90))
        guard let addition else { return name }
        return (1...1000).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }.first { !addition.hasCase($0) } ?? name
    }

    /// A path relative to `folder`.
    private static func relative(_ path: String, to folder: String) -> String {
        let (from, to) = (folder.split(separator: "/"), path.split(separator: "/"))
        let common = zip(from, to).prefix { $0 == $1 }.count
        // Without a common ancestor the absolute path is easier to read.
        guard common > 0 else { return path }
        return (Array(repeating: "..", count: from.count - common) + to.dropFirst(common).map(String.init)).joined(separator: "/")
    }
}
