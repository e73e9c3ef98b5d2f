import SubdialDocuments

/// A reference to a widget's template.
public enum TemplateReference: Hashable, Sendable {
    /// A kind, which has a template for each family.
    case kind(String)
    /// A file; its parts are in the same folder.
    case file(String)
    /// A template built by a program, as the JSON of a template file's top level.
    ///
    /// `name` is its name in messages. `folder` contains its parts; nil for none.
    case tree(JSONValue, name: String, folder: String?)

    /// The default kind of widget.
    public static let standard = TemplateReference.kind(WidgetRenderer.standardKind)

    /// Creates a reference to the file, or to the kind if `file` is nil.
    public init(file: String?, orKind kind: String? = nil) {
        self = file.map(Self.file) ?? .kind(kind ?? WidgetRenderer.standardKind)
    }
}
