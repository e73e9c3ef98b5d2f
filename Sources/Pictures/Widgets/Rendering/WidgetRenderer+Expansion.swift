import SubdialTemplates

extension TemplateStore {
    /// The JSON Schema of templates, with the names of the available symbols.
    public static func schema(_ resources: ResourceFolder) -> String {
        TemplateSchema.json(symbols: SymbolLibrary(resources).names).text(indented: true)
    }
}

extension PreparedWidget {
    /// The expanded tree as text, one node per line.
    public var expandedText: String { expanded.text }
}
