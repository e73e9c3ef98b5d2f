extension PlacedNode {
    /// The minimum edge of a touch target, in points: 44 in the Human Interface Guidelines.
    private static let leastEdge = 44.0

    /// The names and tap rectangles of the nodes with an intent.
    ///
    /// A tap rectangle is at least 44 pt wide and high. If two would overlap, they are divided at the middle between the two nodes.
    public var intents: [(name: String, frame: Rect)] {
        let own = ownIntents
        var frames = own.map { $0.frame.grown(to: Self.leastEdge) }
        for first in own.indices {
            for second in own.indices where second > first {
                (frames[first], frames[second]) = Rect.parted(frames[first], frames[second], own[first].frame, own[second].frame)
            }
        }
        return zip(own, frames).map { ($0.name, $1) }
    }

    private var ownIntents: [(name: String, frame: Rect)] {
        var found = children.flatMap(\.ownIntents)
        if case .effect(.intent(let name)) = drawn { found.append((name, frame)) }
        return found
    }
}

extension Rect {
    fileprivate func grown(to edge: Double) -> Rect {
        let (width, height) = (max(size.width, edge), max(size.height, edge))
        return Rect(minX - (width - size.width) / 2, minY - (height - size.height) / 2, width, height)
    }

    /// The two regions without their overlap, along the axis on which the nodes are apart; overlapping nodes keep their regions.
    fileprivate static func parted(_ first: Rect, _ second: Rect, _ own: Rect, _ other: Rect) -> (Rect, Rect) {
        guard first.minX < second.maxX, second.minX < first.maxX, first.minY < second.maxY, second.minY < first.maxY else {
            return (first, second)
        }
        if own.maxX <= other.minX || other.maxX <= own.minX {
            let isBefore = own.maxX <= other.minX
            let middle = isBefore ? (own.maxX + other.minX) / 2 : (other.maxX + own.minX) / 2
            return (first.cut(atX: middle, keepsLower: isBefore), second.cut(atX: middle, keepsLower: !isBefore))
        }
        guard own.maxY <= other.minY || other.maxY <= own.minY else { return (first, second) }
        let isAbove = own.maxY <= other.minY
        let middle = isAbove ? (own.maxY + other.minY) / 2 : (other.maxY + own.minY) / 2
        return (first.cut(atY: middle, keepsLower: isAbove), second.cut(atY: middle, keepsLower: !isAbove))
    }

    private func cut(atX x: Double, keepsLower: Bool) -> Rect {
        keepsLower ? Rect(minX, minY, min(maxX, x) - minX, size.height) : Rect(max(minX, x), minY, maxX - max(minX, x), size.height)
    }

    private func cut(atY y: Double, keepsLower: Bool) -> Rect {
        keepsLower ? Rect(minX, minY, size.width, min(maxY, y) - minY) : Rect(minX, max(minY, y), size.width, maxY - max(minY, y))
    }
}
