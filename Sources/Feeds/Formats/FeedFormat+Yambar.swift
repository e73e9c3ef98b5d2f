extension FeedFormat {
    /// yambar's `script` module: a line `name|type|value` for each tag, and an empty line that shows them together.
    ///
    /// yambar's buffer grows but once for each read, so that a set stays below a kibibyte. A value may hold bars, but no line ends.
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

/// The line of a tag; none for what no tag can hold.
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
