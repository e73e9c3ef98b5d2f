import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialGLib
import SubdialSnapshots
import SubdialSystem

extension SnapshotCommand {
    /// `subdial snapshot comment`: writes a report as the comment of a pull request.
    struct Comment: CommandVerb {
        typealias Options = SnapshotReportOption

        static let description = VerbDescription(
            "comment", "Write the result of a check as the comment of a pull request.",
            discussion: """
                The comment has the worst snapshots with their pictures, one for each cause, and a link to the report. With --post, a job of GitHub or \
                GitLab writes it to the pull request, in place of that of an earlier run. A run without failures writes only in place of one.
                """,
            page: "snapshots",
            examples: [
                "subdial snapshot comment": "Print the comment",
                "subdial snapshot comment --post --branch snapshot-pictures": "Write it to the pull request of this job",
                "subdial snapshot comment --pictures out --address https://example.org/out": "Write its pictures for a server of your own",
            ])

        @Flag(help: "Write the comment to the pull request of this job of GitHub or GitLab.")
        var post = false

        @Option(help: ArgumentHelp("On GitHub, the branch that keeps the pictures; without it, there are none.", valueName: "NAME"))
        var branch: String?

        @Option(help: ArgumentHelp("The address of the whole report (default with --post: that of the job).", valueName: "URL"))
        var link: String?

        @Option(help: ArgumentHelp("Without --post, the folder for the pictures.", valueName: "DIR"), completion: .directory)
        var pictures: String?

        @Option(help: ArgumentHelp("The address of that folder.", valueName: "URL"))
        var address: String?

        @Option(help: ArgumentHelp("The number of snapshots that it shows, each of another cause.", valueName: "N"))
        var count = 5

        func run(_ command: VerbCommand<Self>, in context: CommandContext) async throws -> ExitStatus {
            guard (pictures == nil) == (address == nil), pictures == nil || !post else {
                throw CommandFailure(.wrongUsage, "--pictures and --address go together, and without --post")
            }
            let review = try command.options.review(context)
            let comment = PullRequestComment(review.report, count: count)
            guard post else {
                let drawn = pictures == nil ? [:] : Self.drawn(comment, review)
                if let pictures { try AtomicFile.makeFolder(context.path(pictures)) }
                for picture in drawn.values {
                    try AtomicFile.write(picture.png, to: "\(context.path(pictures ?? ""))/\(picture.name)")
                }
                let addresses = drawn.mapValues { "\(address ?? "")/\($0.name)" }
                await context.write(comment.text(link: link, pictures: addresses))
                return .done
            }
            let host = try CodeHosts.host(context.environment, branch: branch)
            let drawn = Self.drawn(comment, review)
            let uploaded = try await host.upload(drawn.values.sorted { $0.name < $1.name })
            let text = comment.text(link: link ?? host.jobAddress, pictures: drawn.compactMapValues { uploaded[$0.name] })
            if let place = try await host.write(text, marker: comment.marker, createsNew: !comment.passed) {
                await context.write("commented: \(place)\n")
            } else {
                await context.write("no comment: nothing differs, and there is none to replace\n")
            }
            return .done
        }

        /// The pictures of the shown snapshots, by id: what was expected, what differs and what was drawn, in a row.
        private static func drawn(_ comment: PullRequestComment, _ review: SnapshotReview) -> [String: CommentPicture] {
            var drawn: [String: CommentPicture] = [:]
            for snapshot in comment.shown {
                let pictures = review.pictures(of: snapshot)
                guard !pictures.isEmpty, let png = try? PNG.encode(Bitmap.sideBySide(pictures, gap: 16), mode: .small) else { continue }
                drawn[snapshot.id] = CommentPicture(name: "\(SHA256.hex(png).prefix(32)).png", png: png)
            }
            return drawn
        }
    }
}
