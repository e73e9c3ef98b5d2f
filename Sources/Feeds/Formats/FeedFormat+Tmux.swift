extension FeedFormat {
    /// tmux's status line, which expands what a command prints: a number sign is written as two.
    static let tmux = FeedFormat(
        name: "tmux",
        summary: "tmux, in status-left or status-right",
        setup: """
            set -g status-interval 5
            set -g status-right-length 60
            set -g status-right '#(exec subdial feed --format tmux --width 60)'
            """,
        escape: BarEscaping(["#": "##"]),
        compose: { content, escape in escape(content.text) }
    )
}
