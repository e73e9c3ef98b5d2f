import Templates

extension TemplateStore {
    /// The JSON Schema of templates, with the names of the symbols that there are.
    public static func schema(_ resources: ResourceFolder) throws(WidgetError) -> String {
        TemplateSchema.json(symbols: try SymbolLibrary(resources).names).text(indented: true)
    }
}

extension PreparedWidget {
    /// The tree with every expression evaluated, a node a line.
    public var expandedText: String { expanded.text }
}
