import FoundationEssentials
import Glibc
import SubdialDocuments
import SubdialTemplates
import SubdialWidgets

/// The files of the template folders that a display needs to draw by itself; the user's files take precedence over Subdial's.
struct TransferFolders: Sendable {
    /// The folders that every kind can use.
    private static let shared = ["strings", "symbols", "themes"]
    /// The files that every kind can use; the user's and Subdial's are merged.
    private static let top = ["devices.yaml", "palettes.yaml"]

    let resources: ResourceFolder

    /// The folders with all symbolic links resolved.
    var roots: [String] {
        [resources.userPath, resources.path].compactMap { $0.flatMap(Self.resolved) }
    }

    /// The path of a folder with all symbolic links resolved; nil if there is none.
    static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The files for some kinds by name, each with its existing paths in order of precedence.
    func files(of kinds: [String]) -> [(name: String, paths: [String])] {
        var files: [(name: String, paths: [String])] = []
        for folder in folders(of: kinds) + Self.shared {
            for name in resources.names(in: folder) where [".yaml", ".svg"].contains(where: name.hasSuffix) && !name.hasPrefix(".") {
                files.append(("\(folder)/\(name)", Array(paths("\(folder)/\(name)").prefix(1))))
            }
        }
        return files + (Self.top + ["notice.yaml"]).map { ($0, paths($0)) }
    }

    /// The folders of the kinds, and of the kinds whose partial templates they use.
    private func folders(of kinds: [String]) -> [String] {
        let all = resources.names(in: ".").filter { !Self.shared.contains($0) && !$0.contains(".") }
        var found: [String] = []
        var waiting = kinds
        while let kind = waiting.popLast() {
            guard !found.contains(kind) else { continue }
            found.append(kind)
            let texts = resources.names(in: kind).filter { $0.hasSuffix(".yaml") }.compactMap { resources.text("\(kind)/\($0)")?.text }
            waiting += all.filter { other in other != kind && texts.contains { $0.contains("\(other)/") } }
        }
        return found.sorted()
    }

    private func paths(_ name: String) -> [String] {
        [resources.userPath, resources.path].compactMap { $0.map { "\($0)/\(name)" } }.filter { access($0, R_OK) == 0 }
    }

    /// One file of devices or palettes that combines the user's and Subdial's.
    ///
    /// - Returns: nil if one of them cannot be parsed.
    static func merged(_ user: String, over shipped: String) -> [UInt8]? {
        guard let own = try? YAMLDocument.json(user, file: ""), let base = try? YAMLDocument.json(shipped, file: "") else { return nil }
        var merged = base.objectMembers ?? []
        for member in own.objectMembers ?? [] {
            guard let place = merged.firstIndex(where: { $0.key == member.key }) else {
                merged.append(member)
                continue
            }
            let known = merged[place].value.objectMembers ?? []
            let added = member.value.objectMembers ?? []
            merged[place].value = .object(known.filter { item in !added.contains { $0.key == item.key } } + added)
        }
        // JSON is valid YAML.
        return Array(JSONValue.object(merged).text().utf8)
    }
}

extension JSONValue {
    fileprivate var objectMembers: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }
}
