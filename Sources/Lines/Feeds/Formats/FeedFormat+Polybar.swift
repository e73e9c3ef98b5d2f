import SubdialKinds

extension FeedFormat {
    /// polybar's `custom/script` with `tail = true`.
    ///
    /// polybar interprets the text between `%{` and `}`, and has no escape for it. So a tag without an effect is inserted before every
    /// opening brace, which separates it from a per cent sign.
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
    /// Returns the text within a tag for each button that has an action, in lemonbar's syntax.
    ///
    /// - Parameter buttons: The highest button number that the bar supports; it would show the tag of a higher one as text.
    fileprivate func clickable(_ text: BarText, buttons: Int) -> BarText {
        let commands = ClickButton.allCases.compactMap { button -> (Int, BarText)? in
            button.number > buttons ? nil : actions.shellCommand(of: button).map { (button.number, Self.commandEscaping($0)) }
        }
        let opening = commands.map { number, command -> BarText in "%{A\(number):\(command):}" }.joined()
        return opening + text + ("%{A}" as BarText).repeated(commands.count)
    }

    /// A colon ends the command.
    private static let commandEscaping = BarEscaping([":": #"\:"#, "\n": " "])
}
