extension FeedFormat {
    /// polybar's `custom/script` with `tail = true`.
    ///
    /// polybar runs what stands between `%{` and `}`, and knows no escape for it: a tag without effect between the two signs parts them.
    static let polybar = FeedFormat(
        name: "polybar",
        summary: "polybar, a custom/script with tail; clicks and wheel are in the line",
        setup: """
            [module/subdial]
            type = custom/script
            exec = exec subdial feed --format polybar --width 50
            tail = true
            """,
        escape: { $0.replacing("%{", with: "%%{T-}{") },
        compose: { content, escape in content.clickable(escape(content.text), buttons: 8) }
    )

    /// lemonbar, which prints the commands of clicks on its stdout.
    static let lemonbar = FeedFormat(
        name: "lemonbar",
        summary: "lemonbar; it prints the command of a click, for a shell to run",
        setup: "subdial feed --format lemonbar --width 50 | lemonbar -p | sh",
        escape: { $0.replacing("%", with: "%%") },
        compose: { content, escape in content.clickable(escape(content.text), buttons: 5) }
    )
}

extension FeedContent {
    /// The text within a tag for each button that does something, as lemonbar has brought them up.
    ///
    /// - Parameter buttons: The highest number of a button that the bar knows; a higher one would be shown as text.
    fileprivate func clickable(_ text: String, buttons: Int) -> String {
        let commands = ClickButton.allCases.compactMap { button -> (Int, String)? in
            // A colon would end the command.
            button.number > buttons ? nil : actions.shellCommand(of: button).map { (button.number, $0.replacing(":", with: #"\:"#)) }
        }
        let opening = commands.map { number, command in "%{A\(number):\(command):}" }.joined()
        return opening + text + String(repeating: "%{A}", count: commands.count)
    }
}
