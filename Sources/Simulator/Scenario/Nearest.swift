/// The candidate nearest to a word by edit distance; nil if none is similar enough.
func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
    candidates
        .map { (candidate: $0, distance: editDistance(word.lowercased(), $0.lowercased())) }
        .filter { $0.distance <= max(1, $0.candidate.count / 3) }
        .min { $0.distance < $1.distance }?
        .candidate
}

/// The number of characters to insert, remove, replace or swap with a neighbour to turn one word into the other.
private func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var rows = [Array(0...right.count)]
    for line in left.indices {
        var row = [line + 1]
        for column in right.indices {
            var distance = min(rows[line][column] + (left[line] == right[column] ? 0 : 1), rows[line][column + 1] + 1, row[column] + 1)
            if line > 0, column > 0, left[line] == right[column - 1], left[line - 1] == right[column] {
                distance = min(distance, rows[line - 1][column - 1] + 1)
            }
            row.append(distance)
        }
        rows.append(row)
    }
    return rows[left.count][right.count]
}
