extension FeedFormat {
    /// tmux's status line, which expands the output of a command: a number sign is doubled.
    static let tmux = FeedFormat(
        name: "tmux",
        summary: "tmux, in status-left or status-right",
        escape: BarEscaping(["#": "##"]),
        compose: { content, escape in escape(content.text) }
    )
}
