extension FeedFormat {
    /// polybar's `custom/script` with `tail = true`.
    ///
    /// polybar runs what stands between `%{` and `}`, and knows no escape for it: a tag without effect stands before every opening brace,
    /// and so between the two signs.
    static let polybar = FeedFormat(
        name: "polybar",
        summary: "polybar, a custom/script with tail; clicks and wheel are in the line",
        escape: BarEscaping(["{": "%{T-}{"]),
        compose: { content, escape in content.clickable(escape(content.text), buttons: 8) }
    )

    /// lemonbar, which prints the commands of clicks on its stdout.
    static let lemonbar = FeedFormat(
        name: "lemonbar",
        summary: "lemonbar; it prints the command of a click, for a shell to run",
        escape: BarEscaping(["%": "%%"]),
        compose: { content, escape in content.clickable(escape(content.text), buttons: 5) }
    )
}

extension FeedContent {
    /// The text within a tag for each button that does something, as lemonbar has brought them up.
    ///
    /// - Parameter buttons: The highest number of a button that the bar knows; a higher one would be shown as text.
    fileprivate func clickable(_ text: BarText, buttons: Int) -> BarText {
        let commands = ClickButton.allCases.compactMap { button -> (Int, BarText)? in
            button.number > buttons ? nil : actions.shellCommand(of: button).map { (button.number, Self.commandEscaping($0)) }
        }
        let opening = commands.map { number, command -> BarText in "%{A\(number):\(command):}" }.joined()
        return opening + text + ("%{A}" as BarText).repeated(commands.count)
    }

    /// A colon would end the command.
    private static let commandEscaping = BarEscaping([":": #"\:"#, "\n": " "])
}
