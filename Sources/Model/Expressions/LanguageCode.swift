extension String {
    /// The language of a tag: `de` of `de-AT`.
    var languageCode: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }

    /// True for a two-letter language code; languages without their own tables use English, as templates do.
    var isForeignLanguage: Bool { utf8.count == 2 && allSatisfy { $0.isASCII && $0.isLetter } }
}
