import SubdialKinds

extension FeedFormat {
    /// xmobar's `CommandReader`, which interprets markup in its text.
    ///
    /// `<raw=LENGTH:TEXT/>` shows its text literally. The length counts Haskell characters, which are Unicode scalars.
    static let xmobar = FeedFormat(
        name: "xmobar",
        summary: "xmobar, a CommandReader; clicks and wheel are in the line",
        escape: .verbatim,
        compose: { content, escape in
            let commands = ClickButton.allCases.compactMap { button in
                button.number > 5 ? nil : content.actions.shellCommand(of: button).map { (button.number, commandEscaping($0)) }
            }
            let opening = commands.map { number, command -> BarText in "<action=`\(command)` button=\(number)>" }.joined()
            let text = escape(content.text)
            let raw: BarText = "<raw=\(text.source.unicodeScalars.count):\(text)/>"
            return opening + raw + ("</action>" as BarText).repeated(commands.count)
        }
    )

    /// A command is in backticks, and cannot contain one.
    private static let commandEscaping = BarEscaping(["`": "", "\n": " "])
}
