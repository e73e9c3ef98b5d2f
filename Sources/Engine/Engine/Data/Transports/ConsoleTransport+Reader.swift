import SubdialConsoles
import SubdialExpressions
import SubdialKinds

extension ConsoleTransport.Request: TransportReader {
    var isMetered: Bool { true }

    func read(_ source: KindSource, by reading: DataReading, known: DataReading.Document?) async throws -> DataReading.Document {
        let link = try self.link(by: reading)
        do throws(ConsoleError) {
            let view = try await link.view(within: .seconds(min(source.timeout, 3600)))
            return DataReading.Document(value: view.document(of: link.address) ?? .missing)
        } catch {
            throw KindError(.source, at: "console", error.description, isUnreachable: true)
        }
    }

    /// Follows the console, and sends it the pending edits; of its documents only the last one is used, at most 60 per second.
    func follow(_ source: KindSource, for follower: DataFollower, _ changed: @escaping @Sendable () -> Void) async {
        let link: ConsoleLink
        do throws(KindError) {
            link = try self.link(by: follower.reading)
        } catch {
            return await follower.fail(error, retryAfter: nil)
        }
        for await update in link.updates() {
            if let document = update.document { await follower.receive(document, of: source) }
            if let problem = update.problem {
                await follower.fail(KindError(.source, at: "console", problem.description, isUnreachable: true), retryAfter: nil)
            }
        }
    }

    /// The console at the address, or the configured one.
    func link(by reading: DataReading) throws(KindError) -> ConsoleLink {
        do throws(ConsoleError) {
            let written = address.isEmpty ? reading.instance.surroundings.console ?? "" : address
            return ConsoleLink(try ConsoleAddress(written), state: reading.places.state)
        } catch {
            throw KindError(.source, at: "console", error.description, isUnreachable: error == .noAddress)
        }
    }
}
