import FoundationEssentials
import SubdialGLib
import SubdialKinds

/// What a user has reviewed of a kind: its file, and the files that its commands run.
struct TrustEvidence: Codable {
    /// The form of version 0.1.0, which has stored whole files, without a number.
    private struct EarlierForm: Decodable {
        var form: Int?
        var files: [String: Data]
    }

    private static let currentForm = 2
    /// Stands for the hash of a program of the system, which its updates may change.
    private static let system = "system"

    private let form: Int
    /// The SHA-256 of files by path; a program of the system has the name by which it is found.
    private let files: [String: String]
    /// The paths of all files as they were found.
    private var found: Set<String> = []

    private enum CodingKeys: CodingKey { case form, files }

    /// The paths of the files that must stay as they are, sorted.
    var paths: [String] { files.filter { $0.value.isSHA256 }.keys.sorted() }

    /// Collects the evidence of the present.
    ///
    /// - Parameter surveys: What the kind's commands run.
    /// - Throws: `KindError` if another user can change one of the files, or if one cannot be read.
    init(of kind: Kind, _ surveys: [CommandSurvey]) throws(KindError) {
        form = Self.currentForm
        _ = try FileOwner(kind.file)
        // The file may have been replaced since it was read.
        var files = [kind.file: SHA256.hex(Array(kind.text.utf8))]
        let present = Set(surveys.flatMap(\.files))
        found = Set(present.map(\.path))
        for file in present {
            guard let owner = try FileOwner(file.path) else { continue }
            if owner.isSystem {
                files[file.name ?? file.path] = Self.system
            } else if let target = try FileOwner(owner.path), target.isSystem {
                // A link of the user to a program of the system.
                files[file.path] = "\(Self.system) \(target.path)"
            } else {
                files[file.path] = try FileDigests.shared.digest(ofFile: owner.path)
            }
        }
        self.files = files
    }

    /// Reads stored evidence; nil if it has another form.
    init?(stored: Data) {
        if let evidence = try? JSONDecoder().decode(TrustEvidence.self, from: stored), evidence.form == Self.currentForm {
            self = evidence
            return
        }
        guard let earlier = try? JSONDecoder().decode(EarlierForm.self, from: stored), earlier.form == nil else { return nil }
        form = 1
        files = Dictionary(earlier.files.map { ($0.key.withoutDots, SHA256.hex([UInt8]($0.value))) }) { first, _ in first }
    }

    /// True if the file was found and checked for this evidence.
    func covers(_ path: String) -> Bool { found.contains(path) }

    /// The form for storing.
    var stored: [UInt8] {
        get throws { try [UInt8](JSONEncoder().encode(self)) }
    }

    /// The first difference from reviewed evidence, as the end of a sentence; nil if nothing differs.
    func difference(from reviewed: TrustEvidence) -> String? {
        for path in Self.order(files.filter { reviewed.files[$0.key] != $0.value }) {
            // The earlier form has no programs of the system.
            if reviewed.form < form, files[path] == Self.system { continue }
            return reviewed.files[path] == nil ? "as it runs \(path) now" : "in \(path)"
        }
        guard reviewed.form == form else { return nil }
        return Self.order(reviewed.files.filter { files[$0.key] == nil }).first.map {
            "as it does not run \($0) any more (the PATH of the engine may be another one)"
        }
    }

    /// The paths in order, a user's own files first: with them, programs of the system change.
    private static func order(_ files: [String: String]) -> [String] {
        files.map { (isSystem: $0.value == system, path: $0.key) }.sorted { $0.isSystem == $1.isSystem ? $0.path < $1.path : $1.isSystem }
            .map(\.path)
    }
}
