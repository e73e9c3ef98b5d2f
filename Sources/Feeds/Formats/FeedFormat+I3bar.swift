extension FeedFormat {
    /// The stream of i3bar and swaybar, as their whole `status_command`.
    ///
    /// A `stop_signal` of 0 keeps a hidden bar from stopping the feed, which would show an old song when it comes back. The empty list
    /// in the preamble lets every later line begin with a comma, so that any of them can be left out.
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
                // i3bar hands these back with a click, and shows neither.
                "instance": .text(BarEscaping.verbatim(content.details.subjectID)), "markup": .text("pango"),
                "_status": .text(escape(content.status)),
            ])
            return ",[\(block)]"
        }
    )
}
