import Templates

extension TemplateStore {
    /// The JSON Schema of templates, with the names of the available symbols.
    public static func schema(_ resources: ResourceFolder) throws(WidgetError) -> String {
        TemplateSchema.json(symbols: try SymbolLibrary(resources).names).text(indented: true)
    }
}

extension PreparedWidget {
    /// The expanded tree as text, one node per line.
    public var expandedText: String { expanded.text }
}
