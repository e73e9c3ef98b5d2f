extension TemplateChecker {
    /// True if a value without expressions matches `type`.
    static func accepts(_ value: TemplateValue, as type: ArgumentType, context: TemplateContext) -> Bool {
        switch (type, value.kind) {
        case (.nothing, .null): return true
        case (.text, .scalar): return true
        case (.object(let keys), .map(let members)): return members.allSatisfy { keys[$0.key] != nil }
        case (.node, .map), (.nodes, .list): return true
        case (.numbers, .list(let values)):
            return values.allSatisfy { $0.isDynamic || accepts($0, as: .anyNumber, context: context) }
        case (_, .scalar): break
        default: return false
        }
        guard let text = value.literal else { return true }
        switch type {
        case .number(let range): return Double(text).map { $0.isFinite && range.contains($0) } ?? false
        case .length: return text == "infinity" || Double(text).map { $0 >= 0 && $0.isFinite } ?? false
        case .integer(let range): return Int(text).map(range.contains) ?? false
        case .truth: return text == "true" || text == "false"
        case .word(let words): return words.contains(text)
        case .color: return ColorNames.contains(text)
        case .image: return text == "artwork" || context.symbols.contains(text)
        case .symbol: return context.symbols.contains(text)
        case .path: return context.pathProblem(text) == nil
        case .part: return PartName(text) != nil
        case .node: return Vocabulary.elements[text] != nil
        default: return false
        }
    }
}
