import FoundationEssentials

/// The sources that are followed for those who ask for pictures: each once, and no longer than somebody asks.
actor Showings {
    /// A widget and the subject that it shows.
    struct Key: Hashable, Sendable {
        /// The kind as an address has it.
        let kind: String
        /// The id or name of what is shown; nil for the standard one.
        let subject: String?
    }

    /// The most sources that are followed at once.
    static let maximum = 64
    /// How long a source is followed after the last question.
    static let lingering = Duration.seconds(60)

    private let supplier: any WidgetSupplier
    private var showings: [Key: Showing] = [:]
    private var sweeping: Task<Void, Never>?

    init(_ supplier: any WidgetSupplier) { self.supplier = supplier }

    /// What is followed for `key`, followed from now on where it was not.
    func showing(_ key: Key) async throws -> Showing {
        if let known = showings[key] {
            known.touch()
            return known
        }
        let source = try await supplier.source(ofKind: key.kind, subject: key.subject)
        if let known = showings[key] { return known }
        if showings.count >= Self.maximum { sweep(idleFor: .zero) }
        guard showings.count < Self.maximum else {
            throw ServeError(.unavailable, "\(Self.maximum) widgets are followed already; ask again in a minute")
        }
        let showing = Showing(source)
        showings[key] = showing
        if sweeping == nil {
            sweeping = Task { [weak self] in
                while (try? await Task.sleep(for: Self.lingering / 4)) != nil {
                    guard let self, await self.sweep(idleFor: Self.lingering) else { return }
                }
            }
        }
        return showing
    }

    /// Follows nothing any longer: kinds and templates are read anew.
    func reset() {
        for showing in showings.values { showing.stop() }
        showings = [:]
    }

    /// Lets go of what nobody asks for; false where nothing is left.
    @discardableResult
    private func sweep(idleFor duration: Duration) -> Bool {
        for (key, showing) in showings where showing.isIdle(for: duration) {
            showing.stop()
            showings[key] = nil
        }
        if showings.isEmpty { sweeping = nil }
        return !showings.isEmpty
    }
}
