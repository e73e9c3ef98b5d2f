import SubdialBasics

/// A fontconfig file with the rules of another one, and with other folders.
package enum FontConfiguration {
    /// The text of the file.
    ///
    /// - Parameters:
    ///   - rules: The text of the file whose rules are kept. Comments, and what makes fontconfig read other folders or files, are omitted.
    ///   - folder: The only folder of fonts.
    ///   - isRelative: True for a folder relative to that of the file.
    ///   - cache: The only folder of caches; nil for those of `rules`.
    package static func text(rules: String, folder: String, isRelative: Bool = false, cache: String? = nil) -> String {
        var omitted = ["dir", "include", "remap-dir"]
        if cache != nil { omitted.append("cachedir") }
        let kept = without(omitted, rules)
        let lines =
            "\n    <dir\(isRelative ? " prefix=\"relative\"" : "")>\(folder.markupEscaped)</dir>"
            + (cache.map { "\n    <cachedir>\($0.markupEscaped)</cachedir>" } ?? "")
        guard let open = kept.firstRange(of: "<fontconfig"), let close = kept[open.upperBound...].firstIndex(of: ">") else { return kept }
        let place = kept.index(after: close)
        return kept[..<place] + lines + kept[place...]
    }

    /// The text without comments, and without the elements of these names.
    private static func without(_ elements: [String], _ text: String) -> String {
        var rest = text[...]
        var kept = ""
        while let start = rest.firstRange(of: "<") {
            kept += rest[..<start.lowerBound]
            rest = rest[start.lowerBound...]
            let element = elements.first { rest.hasPrefix("<\($0)>") || rest.hasPrefix("<\($0) ") }
            guard let ending = rest.hasPrefix("<!--") ? "-->" : element.map({ "</\($0)>" }), let end = rest.firstRange(of: ending) else {
                kept.append(rest.removeFirst())
                continue
            }
            rest = rest[end.upperBound...]
        }
        return kept + rest
    }
}
