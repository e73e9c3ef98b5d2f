extension Template {
    /// The place in the template's own file of a node that it placed.
    ///
    /// - Parameter path: A path such as `body.HStack[1].VStack[0].Text`.
    /// - Returns: The place of the node, or of the reference to the part that it comes from.
    public func position(of path: String) -> TemplateProblem.Position {
        var value = root
        var position = root.position
        for component in path.split(separator: ".") {
            let pieces = component.split(separator: "[")
            guard let name = pieces.first, case .map(let members) = value.kind, let member = members.first(where: { $0.key == name }) else {
                return position
            }
            (value, position) = (member.value, member.position)
            for piece in pieces.dropFirst() {
                guard let index = Int(piece.dropLast()), case .list(let values) = value.kind, values.indices.contains(index) else {
                    return position
                }
                (value, position) = (values[index], values[index].position)
            }
        }
        return position
    }
}
