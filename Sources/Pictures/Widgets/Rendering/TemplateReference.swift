/// A reference to a widget's template.
public enum TemplateReference: Hashable, Sendable {
    /// A kind, which has a template for each family.
    case kind(String)
    /// A file; its parts are in the same folder.
    case file(String)

    /// The default kind of widget.
    public static let standard = TemplateReference.kind(WidgetRenderer.standardKind)

    /// Creates a reference to the file, or to the kind if `file` is nil.
    public init(file: String?, orKind kind: String? = nil) {
        self = file.map(Self.file) ?? .kind(kind ?? WidgetRenderer.standardKind)
    }
}
