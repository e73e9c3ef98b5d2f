extension FeedFormat {
    /// yambar's `script` module: a line `name|type|value` for each tag, and an empty line that ends the set.
    ///
    /// yambar's buffer grows only once per read, so that a set must be shorter than 1024 bytes. A value may contain vertical bars, but no
    /// line breaks.
    static let yambar = FeedFormat(
        name: "yambar",
        summary: "yambar, a script module with tags for a template",
        traits: [.composesIdle, .severalLines, .percentage],
        lineBytes: 1023,
        escape: BarEscaping(["\n": " "]),
        compose: { content, escape in
            var lines: [BarText] = ["text|string|\(escape(content.text))", "status|string|\(escape(content.status))"]
            for field in content.details.fields where field.isTag && field.name != "percentage" { lines += tag(field, escape) }
            lines.append("percentage|range:0-100|\(content.percentage)")
            return lines.joined(separator: "\n") + "\n"
        }
    )
}

/// Returns the line of a tag; none for values that a tag cannot contain.
private func tag(_ field: FeedField, _ escape: BarEscaping) -> [BarText] {
    let name = escape(field.name)
    return switch field.value {
    case .text(let text): ["\(name)|string|\(escape(text))"]
    case .integer(let number): ["\(name)|int|\(number)"]
    case .double(let number): ["\(name)|float|\(escape("\(number)"))"]
    case .flag(let flag): [flag ? "\(name)|bool|true" : "\(name)|bool|false"]
    case .nothing, .object, .list: []
    }
}
