extension Template {
    /// The position of a node in the template's own file.
    ///
    /// - Parameter path: A path such as `body.HStack[1].VStack[0].Text`.
    /// - Returns: The position of the node, or that of the reference to the part that contains it.
    public func position(of path: String) -> TemplateProblem.Position {
        // The last position in the file itself, before any part.
        walk(path).first { $0.file == file }?.position ?? root.position
    }

    /// The position of a node in its file, which may be that of a part.
    ///
    /// - Parameter path: A path such as `body.HStack[1].Part.VStack[0].Text`.
    public func place(of path: String) -> (file: String, position: TemplateProblem.Position) {
        walk(path).last ?? (file, root.position)
    }

    /// The positions along the path: the last one in the template's own file and in each part on the way.
    private func walk(_ path: String) -> [(file: String, position: TemplateProblem.Position)] {
        var value = root
        var kind: String?
        var places = [(file: file, position: root.position)]
        for component in path.split(separator: ".") {
            let pieces = component.split(separator: "[")
            guard let name = pieces.first, case .map(let members) = value.kind, let member = members.first(where: { $0.key == name }) else {
                return places
            }
            value = member.value
            places[places.count - 1].position = member.position
            if name == "Part", let part = value.literal.flatMap(PartName.init).flatMap({ parts[$0.resolved(in: kind)] }) {
                (value, kind) = (part.body, part.kind)
                places.append((part.file, value.position))
            }
            for piece in pieces.dropFirst() {
                guard let index = Int(piece.dropLast()), case .list(let values) = value.kind, values.indices.contains(index) else {
                    return places
                }
                value = values[index]
                places[places.count - 1].position = value.position
            }
        }
        return places
    }
}
