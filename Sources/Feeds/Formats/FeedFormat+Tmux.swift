extension FeedFormat {
    /// tmux's status line, which expands what a command prints: a number sign is written as two.
    static let tmux = FeedFormat(
        name: "tmux",
        summary: "tmux, in status-left or status-right",
        escape: BarEscaping(["#": "##"]),
        compose: { content, escape in escape(content.text) }
    )
}
