// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialDocuments
    import SubdialExpressions
    import SubdialPlayback
    import SubdialTimeline

    extension FuzzTarget {
        /// An entry file is written as it was parsed, and every name has a printable value.
        static let entry = FuzzTarget("entry", seeds: ["Fixtures/entries"], dictionary: "entry") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = Date(iso8601: text)?.iso8601
            let entry = try Entry(parsing: text)
            let again = entry.json.text()
            require(try Entry(parsing: again).json.text() == again, "an entry is written as another one")
            for seconds in [-1e9, 0, 0.5, 1e9] {
                let moment = entry.date.addingTimeInterval(seconds)
                let scope = EntryScope(entry, at: moment, palette: .map([:]))
                for name in entry.schema.allNames + scope.names { _ = scope.value(of: name)?.json.text() }
                let view = NowPlaying(entry)
                _ = (view.nextSecond(after: moment), view.nextProgress(after: moment, steps: 100), entry.nextAge(after: moment))
            }
            _ = entry.disclosed
        }

        /// The payload of a live activity.
        static let activity = FuzzTarget("activity", dictionary: "entry") { bytes in
            let payload = try ActivityPayload(parsing: String(decoding: bytes, as: UTF8.self))
            let text = payload.json.text()
            require(try ActivityPayload(parsing: text).json.text() == text, "a payload is written as another one")
        }
    }
#endif
