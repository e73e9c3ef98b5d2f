import SubdialBasics

/// The words that people bring from SwiftUI and from other languages.
extension Vocabulary {
    /// SwiftUI's own names of modifiers and views that templates write shorter; both mean the same.
    static let swiftUINames = [
        "clipShape": "clip", "foregroundColor": "foreground", "foregroundStyle": "foreground", "ProgressView": "Progress",
        "rotationEffect": "rotation", "scaleEffect": "scale", "truncationMode": "truncation", "widgetAccentable": "accented",
        "widgetAccentedRenderingMode": "renderingMode",
    ]

    /// What to write in place of a word that is none of templates, by the word.
    private static let remedies: [String: String] = {
        let words: [(remedy: String, [String])] = [
            ("'foreground'", ["color", "textColor", "fontColor", "fg"]),
            ("'background'", ["backgroundColor", "bg"]),
            ("'background' at the top of the file", ["containerBackground"]),
            ("'font: { size: 17 }'", ["fontSize", "textSize"]),
            ("'fontWeight'", ["weight"]),
            ("'fontDesign'", ["fontFamily"]),
            ("'frame: { width: 40, height: 40 }'", ["width", "height", "size", "maxWidth", "maxHeight", "minWidth", "minHeight"]),
            ("'aspectRatio: { mode: fit }' or fill", ["scaledToFit", "scaledToFill", "resizable", "contentMode"]),
            ("'alignment' on each Text", ["multilineTextAlignment", "textAlign", "textAlignment"]),
            ("'alignment' on the stack", ["align", "alignItems", "justifyContent"]),
            ("'padding'", ["margin", "inset", "insets"]),
            ("'spacing'", ["gap"]),
            ("'cornerRadius'", ["radius", "borderRadius", "rounded"]),
            ("'lineLimit: 1'", ["maxLines", "singleLine", "numberOfLines"]),
            ("'minimumScaleFactor'", ["adjustsFontSizeToFitWidth", "minScale"]),
            ("'if'", ["visible", "show", "when", "hidden", "isHidden", "condition"]),
            ("'intent: playPause'", ["action", "onTapGesture", "onClick", "onTap", "click", "widgetURL", "link", "url"]),
            ("'{{ upper(title) }}'", ["textCase", "uppercase"]),
            ("'if: …' on the element", ["If", "Switch"]),
            ("'for: track in queue' on the element", ["ForEach", "For", "Repeat"]),
            ("the elements themselves, or a VStack", ["Group", "Section", "Form"]),
            ("VStack", ["List", "ScrollView", "LazyVStack", "Column", "Vertical", "Box", "Container", "Div"]),
            ("HStack", ["LazyHStack", "Row", "Horizontal", "HBox"]),
            ("Grid with GridRow", ["LazyVGrid", "LazyHGrid", "Table"]),
            ("Rectangle with 'fill'", ["Color", "LinearGradient", "RadialGradient", "AngularGradient"]),
            ("Image with 'of: \"{{ picture }}\"'", ["AsyncImage", "Picture", "Img"]),
            ("Image", ["Icon", "Symbol", "SystemImage"]),
            ("Progress", ["ProgressBar", "Slider", "Bar"]),
            ("Button with 'intent'", ["Link", "Toggle"]),
            ("ViewThatFits", ["GeometryReader"]),
        ]
        return Dictionary(words.flatMap { remedy, words in words.map { ($0, remedy) } }) { first, _ in first }
    }()

    /// The end of a message about an unknown word: what to write in its place, or a similar word.
    static func hint(for word: String, among known: some Collection<String>) -> String {
        remedies[word].map { "; write \($0)" } ?? Suggestion.hint(for: word, among: known)
    }
}
