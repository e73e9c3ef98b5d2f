/// Where the fonts of a server stand in a mirror, and the fontconfig file that finds them there.
struct TransferFonts: Hashable, Sendable {
    /// The fonts, by their paths on the server, with their names below `fonts`, in the order in which they are asked for.
    let files: [(path: String, name: String)]
    /// The folders below `fonts`, in their order.
    let folders: [String]

    /// - Parameter paths: The fonts in the order in which they are asked for.
    init(_ paths: [String]) {
        var folders: [(path: String, name: String)] = []
        files = paths.enumerated().map { index, path in
            let parts = path.split(separator: "/")
            let parent = parts.dropLast().joined(separator: "/")
            if !folders.contains(where: { $0.path == parent }) {
                // Numbered: two folders may have one name, and their order counts.
                let number = String(folders.count + 100).dropFirst()
                folders.append((parent, "\(number)-\(Self.plain(parts.dropLast().last ?? "fonts"))"))
            }
            let folder = folders.first { $0.path == parent }?.name ?? ""
            // Two names may be one without their foreign letters, and the order of files counts as well.
            let number = String(index + 10_000).dropFirst()
            return (path, "\(folder)/\(number)-\(Self.plain(parts.last ?? "font"))")
        }
        self.folders = folders.map(\.name)
    }

    static func == (left: Self, right: Self) -> Bool { left.files.elementsEqual(right.files, by: ==) }
    func hash(into hasher: inout Hasher) { for file in files { hasher.combine(file.path) } }

    private static func plain(_ name: Substring) -> String {
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
        return plain.hasPrefix(".") ? "_" + plain : plain
    }

    /// A fontconfig file that looks into the mirror's folders, and into no other.
    ///
    /// - Parameter text: The server's own, whose rules stay.
    func configuration(from text: String) -> String {
        var rest = text[...]
        var kept = ""
        while let start = rest.firstRange(of: "<") {
            kept += rest[..<start.lowerBound]
            rest = rest[start.lowerBound...]
            let ending: String? = rest.hasPrefix("<!--") ? "-->" : rest.hasPrefix("<dir>") || rest.hasPrefix("<dir ") ? "</dir>" : nil
            guard let ending, let end = rest.firstRange(of: ending) else {
                kept.append(rest.removeFirst())
                continue
            }
            rest = rest[end.upperBound...]
        }
        kept += rest
        let lines = folders.map { "\n    <dir prefix=\"relative\">../fonts/\($0)</dir>" }.joined()
        guard let open = kept.firstRange(of: "<fontconfig"), let close = kept[open.upperBound...].firstIndex(of: ">") else { return kept }
        let place = kept.index(after: close)
        return kept[..<place] + lines + kept[place...]
    }
}
