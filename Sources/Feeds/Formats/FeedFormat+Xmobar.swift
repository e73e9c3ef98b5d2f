extension FeedFormat {
    /// xmobar's `CommandReader`, which reads markup in what it shows.
    ///
    /// `<raw=LENGTH:TEXT/>` is taken as it stands; its length counts Haskell's characters, which are Unicode scalars.
    static let xmobar = FeedFormat(
        name: "xmobar",
        summary: "xmobar, a CommandReader; clicks and wheel are in the line",
        setup: #"Run CommandReader "exec subdial feed --format xmobar --width 50" "subdial""#,
        escape: { "<raw=\($0.unicodeScalars.count):\($0)/>" },
        compose: { content, escape in
            let commands = ClickButton.allCases.compactMap { button in
                // A command stands between backticks.
                button.number > 5 ? nil : content.actions.shellCommand(of: button).map { (button.number, $0.replacing("`", with: "")) }
            }
            let opening = commands.map { number, command in "<action=`\(command)` button=\(number)>" }.joined()
            return opening + escape(content.text) + String(repeating: "</action>", count: commands.count)
        }
    )
}
