extension FeedFormat {
    /// The stream of i3bar and swaybar, as their whole `status_command`.
    ///
    /// A `stop_signal` of 0 prevents a hidden bar from stopping the feed, which would then show an old track when the bar returns. The empty
    /// list in the preamble allows every later line to begin with a comma, so that any line can be omitted.
    static let i3bar = FeedFormat(
        name: "i3bar",
        aliases: ["swaybar"],
        summary: "i3bar or swaybar, as the whole status_command; clicks and wheel work",
        preamble: #"{"version":1,"click_events":true,"stop_signal":0,"cont_signal":0}"# + "\n[\n[]\n",
        idle: ",[]",
        traits: .clicks,
        escape: .markup,
        compose: { content, escape in
            let block = BarText.json([
                "full_text": .text(escape(content.text)), "short_text": .text(escape(content.shortText)), "name": .text("subdial"),
                // i3bar returns these with a click, and does not show them.
                "instance": .text(BarEscaping.verbatim(content.details.subjectID)), "markup": .text("pango"),
                "_status": .text(escape(content.status)),
            ])
            return ",[\(block)]"
        }
    )
}
