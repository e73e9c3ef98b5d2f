import SubdialDocuments

/// Writes a report as `reg.json`, which the viewers of reg-cli and reg-suit read.
package struct RegReport: Hashable, Sendable {
    /// The folder of the actual pictures.
    private var actualFolder: String
    /// The folder of the expected pictures.
    private var expectedFolder: String
    /// The folder of the difference pictures.
    private var differenceFolder: String

    /// Sets the folders, which are the prefixes of the cases' paths.
    package init(actualFolder: String, expectedFolder: String, differenceFolder: String) {
        self.actualFolder = actualFolder
        self.expectedFolder = expectedFolder
        self.differenceFolder = differenceFolder
    }

    /// The indented JSON.
    ///
    /// A case that could not be drawn is failed, one without a reference is new, and an updated one is passed.
    package func text(_ report: SnapshotReport) -> String {
        func items(_ statuses: SnapshotStatus...) -> JSONValue {
            .array(report.cases.filter { statuses.contains($0.status) }.map { .string(name($0)) })
        }
        func items(with path: KeyPath<SnapshotCase, String?>) -> JSONValue {
            .array(report.cases.filter { $0[keyPath: path] != nil }.map { .string(name($0)) })
        }
        let value: JSONValue = [
            "failedItems": items(.failed, .error),
            "newItems": items(.new, .missing),
            "deletedItems": items(.obsolete),
            "passedItems": items(.passed, .updated),
            "expectedItems": items(with: \.expected),
            "actualItems": items(with: \.actual),
            "diffItems": items(with: \.difference),
            "actualDir": .string(actualFolder),
            "expectedDir": .string(expectedFolder),
            "diffDir": .string(differenceFolder),
        ]
        return value.text(indented: true) + "\n"
    }

    /// The path of the pictures relative to their folders, or one derived from the id.
    private func name(_ item: SnapshotCase) -> String {
        for (path, folder) in [(item.actual, actualFolder), (item.expected, expectedFolder), (item.difference, differenceFolder)] {
            let prefix = folder.hasSuffix("/") ? folder : folder + "/"
            if let path, path.hasPrefix(prefix) { return String(path.dropFirst(prefix.count)) }
        }
        return item.id + ".png"
    }
}
