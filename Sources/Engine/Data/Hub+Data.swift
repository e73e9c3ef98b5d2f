import Expressions
import FoundationEssentials
import HTTP
import Kinds
import Timeline

extension Hub {
    /// The follower of an instance, the same for all who show it.
    ///
    /// - Parameter input: Names the one front whose standard input the data come from: they are no other's.
    func follower(of instance: KindInstance, input: UUID? = nil) -> DataFollower {
        let key = input.map { "\(instance.key)\u{1}\($0)" } ?? instance.key
        if let follower = dataFollowers[key], follower.instance.kind.isSame(as: instance.kind) { return follower }
        let follower = DataFollower(
            instance, http: http, trust: trust, store: dataStore, pictures: PictureFetcher(http: http, folder: places.pictures),
            places: places, logger: logger, lingering: dataLingering,
            becameIdle: { [weak self] in Task { await self?.letGo(key) } })
        dataFollowers[key] = follower
        resumeCommands(of: instance)
        return follower
    }

    /// Forgets a follower that nobody has looked at for a while.
    private func letGo(_ key: String) async {
        guard let follower = dataFollowers[key], await follower.isIdle, dataFollowers[key] === follower else { return }
        dataFollowers[key] = nil
    }

    /// Does what an action says, and asks the source anew.
    func perform(_ action: KindAction, for follower: DataFollower) async throws -> String? {
        let instance = follower.instance
        let entry = await follower.frame().timeline.entries.first
        switch try action.transport.resolved(instance.values, in: entry?.values ?? [:], timeZones: instance.timeZones) {
        case .command(let line):
            try trust.check(instance)
            _ = try await CommandReader(line: line, folder: instance.folder).output(timeout: 30, maximum: 1 << 20)
        case .url(var question):
            // Whatever counts as done: what is made has nothing to read.
            if question.statuses == [200] { question.statuses = Set(200...299) }
            do throws(URLReader.Failure) {
                _ = try await URLReader(http: http, question: question, timeout: 30, maximum: 1 << 20).read()
            } catch {
                throw error.error
            }
        case .mqtt(let topic): return try await send(topic, of: instance)
        case .file, .match, .library, .mixer, .console, .stdin, .fixed: return nil
        }
        await follower.refresh()
        return nil
    }
}

extension Kind {
    /// True where both were read from the same text.
    func isSame(as other: Kind) -> Bool { file == other.file && text == other.text }
}

extension Hub {
    /// The documents of an instance's sources as they are now.
    ///
    /// - Throws: `KindError`.
    public func documents(of instance: KindInstance) async throws -> [String: Value] {
        do throws(DataReading.Failure) {
            return try await DataReading(instance: instance, http: http, trust: trust, places: places).read().documents
        } catch {
            throw error.error.striking(instance.values.secrets.values)
        }
    }
}
