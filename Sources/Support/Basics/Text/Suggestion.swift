/// Suggestions for misspelled names.
package enum Suggestion {
    /// The most similar name among `candidates`, ignoring case; never `name` itself, which is no misspelling.
    ///
    /// The maximum edit distance is 0 for one character, 1 for up to four characters, 2 for up to 11, and a quarter of the length above.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let lowered = name.lowercased()
        let slips = name.count <= 1 ? 0 : name.count <= 4 ? 1 : max(2, name.count / 4)
        var best: (name: String, distance: Int)?
        // An edit changes the length by at most one.
        for candidate in candidates.sorted() where candidate != name && abs(candidate.count - name.count) <= slips {
            let distance = candidate.lowercased() == lowered ? 0 : editDistance(lowered, candidate.lowercased())
            if distance <= slips, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// `; did you mean 'title'?`, or an empty string if no name is similar.
    package static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The edit distance: insertions, deletions, substitutions and swaps of neighbours.
    private static func editDistance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        guard !left.isEmpty, !right.isEmpty, left.count < 200, right.count < 200 else { return max(left.count, right.count) }
        var rows = [[Int]](repeating: Array(0...right.count), count: 3)
        for i in 1...left.count {
            var row = [i] + [Int](repeating: 0, count: right.count)
            for j in 1...right.count {
                let cost = left[i - 1] == right[j - 1] ? 0 : 1
                row[j] = min(rows[2][j] + 1, row[j - 1] + 1, rows[2][j - 1] + cost)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    row[j] = min(row[j], rows[1][j - 2] + 1)
                }
            }
            rows = [rows[1], rows[2], row]
        }
        return rows[2][right.count]
    }
}
