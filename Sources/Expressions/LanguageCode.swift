extension String {
    /// The language of a tag: `de` of `de-AT`.
    var languageCode: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }

    /// True for two letters, which name a language: one without words of its own has the English ones, as templates have.
    var isForeignLanguage: Bool { utf8.count == 2 && allSatisfy { $0.isASCII && $0.isLetter } }
}
