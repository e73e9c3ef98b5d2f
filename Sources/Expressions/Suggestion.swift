/// What someone probably meant by a name that does not exist.
public enum Suggestion {
    /// The name among `candidates` nearest to `name`: whatever its case, or at most two slips away (one in names of up to four letters).
    public static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let lowered = name.lowercased()
        let slips = name.count <= 1 ? 0 : name.count <= 4 ? 1 : max(2, name.count / 4)
        var best: (name: String, distance: Int)?
        // A slip changes the length by one letter at most.
        for candidate in candidates.sorted() where abs(candidate.count - name.count) <= slips {
            let distance = candidate.lowercased() == lowered ? 0 : editDistance(lowered, candidate.lowercased())
            if distance <= slips, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// `; did you mean 'title'?`, or nothing where no name is near.
    public static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// How many letters must be put in, left out, changed or swapped with their neighbour to make one of the other.
    static func editDistance(_ left: String, _ right: String) -> Int {
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
