import SubdialConcurrency
import SubdialConsoles
import SubdialKinds

extension Hub {
    private static let lane = WorkLane()

    /// True while edits wait for a console.
    package var hasPendingEdits: Bool { !editSenders.isEmpty }

    /// Sends the edits that an earlier run has left on disk, each as soon as its console is reachable.
    package func resumeEdits() async {
        let state = places.state
        let links = await Self.lane.value { ConsoleLink.pending(state: state) }
        for link in links ?? [] { sendEdits(over: link) }
    }

    /// Follows a console until all of its edits on disk are sent; the edits that are added meanwhile are sent too.
    package func sendEdits(over link: ConsoleLink) {
        guard !isStopped, editSenders[link.address] == nil else { return }
        editSenders[link.address] = Task { [weak self] in
            await link.deliver()
            await self?.finishSending(over: link)
        }
    }

    /// Sends the edits that an action has left on disk for the consoles of a kind, which may have no other subscriber.
    ///
    /// - Returns: A message for the user if edits wait.
    func sendEdits(of follower: DataFollower) async -> String? {
        var message: String?
        for source in follower.instance.kind.sources {
            guard let console = (try? follower.instance.reader(of: source)) as? ConsoleTransport.Request,
                let link = try? console.link(by: follower.reading), await link.hasPendingEdits
            else { continue }
            sendEdits(over: link)
            message = "queued, and sent when the console is back"
        }
        return message
    }

    private func finishSending(over link: ConsoleLink) async {
        // An edit may have been added after the last look, while this task was still listed.
        let isPending = await link.hasPendingEdits
        editSenders[link.address] = nil
        if isPending { sendEdits(over: link) }
    }
}
