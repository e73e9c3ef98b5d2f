/// The locations of a server's fonts in a mirror, and the fontconfig file for them.
struct TransferFonts: Hashable, Sendable {
    /// The fonts in order of precedence: their paths on the server, and their names below `fonts`.
    let files: [(path: String, name: String)]
    /// The folders below `fonts`, in order.
    let folders: [String]

    /// - Parameter paths: The paths of the fonts in order of precedence.
    init(_ paths: [String]) {
        var folders: [(path: String, name: String)] = []
        files = paths.enumerated().map { index, path in
            let parts = path.split(separator: "/")
            let parent = parts.dropLast().joined(separator: "/")
            if !folders.contains(where: { $0.path == parent }) {
                // The number keeps the order, and distinguishes folders of the same name.
                let number = String(folders.count + 100).dropFirst()
                folders.append((parent, "\(number)-\(Self.plain(parts.dropLast().last ?? "fonts"))"))
            }
            let folder = folders.first { $0.path == parent }?.name ?? ""
            // The number keeps the order, and distinguishes files whose names are equal without non-ASCII letters.
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

    /// A fontconfig file that lists only the mirror's folders.
    ///
    /// - Parameter text: The server's own fontconfig file, whose rules are kept.
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
