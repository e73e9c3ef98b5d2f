internal import Foundation
internal import SubdialLayout

/// Makes the runs of a text in an environment.
struct TextResolver {
    private let environment: EnvironmentValues
    /// What records warnings and changes; nil if only the words are asked for.
    private let context: _ViewContext?
    private var runs: [TextRun] = []
    /// The texts of the runs at their widest.
    private var widest: [String] = []
    private var isLive = false
    /// True if one of the runs takes all the width that it is offered.
    private var fillsWidth = false
    /// The attributes of the whole text, which runs need not repeat.
    private var base: (font: SubdialLayout.Font, paint: Paint)?

    init(_ environment: EnvironmentValues, _ context: _ViewContext?) { (self.environment, self.context) = (environment, context) }

    /// The words of all runs.
    var string: String { runs.filter { $0.image == nil }.map(\.text).joined() }

    /// The content with the runs, and the environment's rules for paragraphs.
    func content(of text: Text) -> TextContent {
        let rules = environment.text
        let base = self.base ?? (environment.resolvedFont, environment.foregroundPaint())
        var content: TextContent
        if runs.count == 1, runs[0].image == nil {
            // The attributes of the only run are those of the text.
            var run = runs[0]
            (run.font, run.paint) = (nil, nil)
            content = TextContent([run], font: runs[0].font ?? base.font, paint: runs[0].paint ?? base.paint)
        } else {
            content = TextContent(runs, font: base.font, paint: base.paint)
        }
        content.hasFontBox = true
        content.lineLimit = rules.lineLimit
        content.reservedLines = rules.reservedLines
        content.lineSpacing = rules.lineSpacing
        content.minimumScaleFactor = rules.minimumScaleFactor
        content.truncation = rules.truncation
        content.alignment = rules.alignment.horizontal
        if isLive { content.widest = widest.joined() }
        content.fillsWidth = fillsWidth
        return content
    }

    /// Adds the runs of a text.
    mutating func add(_ text: Text) { add(text, environment.text) }

    private mutating func add(_ text: Text, _ outer: TextEnvironment) {
        var attributes = outer
        // Inner changes go before outer ones.
        for change in text.changes.reversed() { change.apply(to: &attributes) }
        if base == nil, context != nil { base = (font(attributes), paint(attributes)) }
        switch text.storage {
        case .verbatim(let words): add(words, attributes)
        case .joined(let first, let second):
            add(first, attributes)
            add(second, attributes)
        case .key(let key, let table, let bundle): add(key.pieces, .named(table, in: bundle), attributes)
        case .resource(let resource): add(resource.pieces, resource.stringTable, attributes, fallback: resource.defaultValue.pieces)
        case .attributed(let string): add(string, attributes)
        case .image(let image): add(image, attributes)
        case .formatted(let value):
            let output = value.output(in: environment)
            record(output.nextChange)
            isLive = isLive || output.isLive
            fillsWidth = fillsWidth || output.isLive
            add(output.text, attributes, isLive: output.isLive)
        case .live(let live):
            let output = live.output(in: environment)
            record(output.nextChange)
            isLive = isLive || output.widest != nil
            fillsWidth = fillsWidth || output.fillsWidth
            add(output.text, attributes, widest: output.widest)
        }
    }

    private func record(_ change: Double?) { if let change { context?.pass.recordChange(at: change) } }

    // MARK: Localized texts

    private mutating func add(
        _ pieces: LocalizedPieces, _ table: StringTable, _ attributes: TextEnvironment, fallback: LocalizedPieces? = nil
    ) {
        for problem in table.problems { context?.pass.warn(problem) }
        let format = pieces.expanded(table, environment.locale, fallback: fallback)
        if let context, format.text.contains("](inflect:") {
            context.warn("Automatic grammar agreement, ^[…](inflect: true), does not change words here")
        }
        for part in Markdown.inline(format.text) {
            var inner = attributes
            part.apply(to: &inner)
            if let link = part.link, !link.isEmpty { inner.style = AnyShapeStyle(TintShapeStyle()) }
            var words = ""
            for character in part.text {
                guard let slot = format.slot(character) else {
                    words.append(character)
                    continue
                }
                let argument = pieces.arguments[slot.index]
                guard case .text(let text) = argument else {
                    words += argument.string(slot.specifier, in: environment)
                    continue
                }
                add(words, inner)
                words = ""
                add(text, inner)
            }
            add(words, inner)
        }
    }

    // MARK: Runs

    private mutating func add(_ words: String, _ attributes: TextEnvironment, widest: String? = nil) {
        guard !words.isEmpty || widest != nil else { return }
        let (words, widest) = (cased(words, attributes), widest.map { cased($0, attributes) })
        if !environmentIsAsked {
            runs.append(TextRun(words))
            return
        }
        append(run(TextRun(words), attributes), widest: widest ?? words)
    }

    /// True if attributes are asked for, and not only words.
    private var environmentIsAsked: Bool { context != nil }

    private mutating func append(_ run: TextRun, widest words: String) {
        if let last = runs.last, last.image == nil, run.image == nil {
            var merged = last
            merged.text = run.text
            if merged == run {
                runs[runs.count - 1].text += run.text
                widest[widest.count - 1] += words
                return
            }
        }
        runs.append(run)
        widest.append(words)
    }

    private func cased(_ words: String, _ attributes: TextEnvironment) -> String {
        switch attributes.textCase {
        case nil: words
        case .uppercase: words.uppercased(with: environment.locale)
        case .lowercase: words.lowercased(with: environment.locale)
        }
    }

    private func run(_ run: TextRun, _ attributes: TextEnvironment) -> TextRun {
        var run = run
        let (font, paint) = (font(attributes), paint(attributes))
        if font != base?.font { run.font = font }
        if paint != base?.paint { run.paint = paint }
        run.underline = attributes.underline?.line(in: environment)
        run.strikethrough = attributes.strikethrough?.line(in: environment)
        run.kerning = attributes.kerning
        run.tracking = attributes.tracking
        run.baselineOffset = attributes.baselineOffset
        if attributes.scale == .secondary {
            context?.warn("Text.Scale.secondary: its size is not published; the text keeps its size", at: attributes.scalePlace)
        }
        if let problem = attributes.font?.unsupported { context?.warn(problem.message, at: problem.place) }
        return run
    }

    private func font(_ attributes: TextEnvironment) -> SubdialLayout.Font {
        attributes.changes.applied(to: (attributes.font ?? .body).resolved).sized(in: environment)
    }

    private func paint(_ attributes: TextEnvironment) -> Paint {
        attributes.style?.paint(in: environment) ?? environment.foregroundPaint()
    }

    private mutating func add(_ image: Image, _ attributes: TextEnvironment) {
        guard let context else { return }
        var content = image.content(in: context.with { $0.text = attributes })
        if let style = attributes.style { content.paints = [style.paint(in: environment)] }
        append(run(TextRun(content), attributes), widest: "\u{FFFC}")
    }

    private mutating func add(_ string: AttributedString, _ attributes: TextEnvironment, isLive: Bool = false) {
        for run in string.runs {
            var inner = attributes
            run.attributes.apply(to: &inner)
            let words = String(string[run.range].characters)
            add(words, inner, widest: isLive ? LiveText.widest(words) : nil)
            if run.attributes[AttributeScopes.SwiftUIAttributes.BackgroundColorAttribute.self] != nil {
                context?.warn("AttributedString: the background colour of a part of a text is not drawn")
            }
        }
    }
}
