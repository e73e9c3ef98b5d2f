extension FeedFormat {
    /// Conky's `${execp}` and `${execpi}`, which read variables in what they show; `${exec}` and `${execi}` read none, and take `plain`.
    static let conky = FeedFormat(
        name: "conky",
        summary: "Conky, in ${execpi}; in ${execi} use plain",
        setup: "${execpi 1 subdial feed --once --format conky --width 60}",
        traits: .polled,
        escape: { $0.replacing("$", with: "$$").replacing("#", with: "\\#") },
        compose: { content, escape in escape(content.text) }
    )
}
