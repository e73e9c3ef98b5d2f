import JSON

/// Where the template of a widget comes from.
public enum TemplateSource: Hashable, Sendable {
    /// A kind, which has a template for each family.
    case kind(String)
    /// A file; its parts stand beside it.
    case file(String)
    /// A template that a program has built: what a file has at its top, as JSON.
    ///
    /// `name` is what messages call it, and `folder` where its parts are; nil for none.
    case tree(JSONValue, name: String, folder: String?)

    /// The kind of widget where nobody names one.
    public static let standard = TemplateSource.kind(WidgetRenderer.standardKind)

    /// The file where there is one, or else the kind.
    public init(file: String?, orKind kind: String? = nil) {
        self = file.map(Self.file) ?? .kind(kind ?? WidgetRenderer.standardKind)
    }
}
