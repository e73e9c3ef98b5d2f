import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialGLib
import SubdialHTTP
import SubdialKinds
import SubdialSystem

/// Fetches the pictures at addresses in entries, before drawing, and stores them as files that are named by their content.
///
/// Each address is requested once per answer of the sources. If it cannot be read, its last picture stays.
struct PictureFetcher: Sendable {
    /// The maximum number of pictures per answer.
    static let maximumCount = 64
    /// The maximum size of all pictures of an answer, in bytes.
    private static let maximumTotal = 128 << 20
    /// The maximum number of requests at a time.
    private static let width = 4
    /// The seconds after which the remaining pictures of an answer are left for the next one.
    private static let patience = 15.0

    private let http: HTTPClient
    private let shelf: PictureShelf
    let reports: PictureReports
    /// The hosts of the kind's own URLs, whose pictures may be in private networks.
    var ownHosts: Set<String> = []
    private let lane = WorkLane()

    init(http: HTTPClient, shelf: PictureShelf, reports: PictureReports) {
        self.http = http
        self.shelf = shelf
        self.reports = reports
    }

    /// The folder of the stored pictures.
    var folder: PrivateFolder { shelf.folder }

    /// The addresses whose pictures are not stored, and are requested now; reports why others have none.
    func missing(_ addresses: [String], in known: StoredPictures) async -> [String] {
        let addresses = Array(addresses.prefix(Self.maximumCount))
        let missing = await lane.value { [folder] in known.missing(addresses, in: folder) } ?? []
        for address in addresses where !missing.contains(address) {
            if let refusal = known.refusals[address] { refuse(address, refusal.reason) }
        }
        return missing
    }

    /// Names the files of known pictures in reports by their addresses.
    func name(_ known: StoredPictures) {
        for (address, picture) in known.pictures { reports.name(folder.file(picture.file).path, as: address) }
    }

    /// Requests pictures, and stores them.
    ///
    /// - Parameters:
    ///   - addresses: The addresses in entries; those beyond the limit have no picture.
    ///   - known: The pictures of the entries before.
    /// - Returns: The pictures of the addresses alone; not all of them if the task is cancelled.
    func fetch(_ addresses: [String], known: StoredPictures) async -> StoredPictures {
        var found = StoredPictures()
        var total = 0
        if addresses.count > Self.maximumCount {
            reports.refuse(
                "\(addresses.count - Self.maximumCount) of \(addresses.count) pictures",
                "an answer has \(Self.maximumCount) pictures at most", standIn: "placeholders stand in their place")
        }
        let end = SteadyDate.now + Self.patience
        let addresses = addresses.prefix(Self.maximumCount)
        for start in stride(from: 0, to: addresses.count, by: Self.width) {
            let part = addresses[start..<min(start + Self.width, addresses.count)]
            let limit = total >= Self.maximumTotal ? "the pictures of an answer have \(Self.maximumTotal >> 20) MiB at most" : nil
            let results = await part.concurrentMap { address -> Result<StoredPictures.Picture, PictureRefusal> in
                if let limit { return .failure(PictureRefusal(reason: limit)) }
                return await picture(at: address, known: known.pictures[address], until: end)
            }
            // What a cancelled request has not received is no refusal.
            guard !Task.isCancelled else { return found }
            for (address, result) in zip(part, results) {
                switch result {
                case .success(let picture):
                    total += picture.size(in: folder)
                    found.pictures[address] = picture
                    reports.name(folder.file(picture.file).path, as: address)
                case .failure(let refusal):
                    found.refusals[address] = StoredPictures.Refusal(date: .now, reason: refusal.reason, isFinal: limit != nil)
                    refuse(address, refusal.reason)
                }
            }
        }
        return found
    }

    private func refuse(_ address: String, _ reason: String) {
        reports.refuse(address, reason, standIn: "a placeholder stands in its place")
    }

    /// The picture at an address, stored; the known one if it has not changed or cannot be read now.
    private func picture(
        at address: String, known: StoredPictures.Picture?, until end: SteadyDate
    ) async -> Result<StoredPictures.Picture, PictureRefusal> {
        let known = await lane.value { [folder] in known.flatMap { $0.exists(in: folder) ? $0 : nil } } ?? nil
        do throws(PictureRefusal) {
            let picture = try await request(address, known, until: end)
            reports.settle(address)
            return .success(picture)
        } catch {
            guard let known else { return .failure(error) }
            reports.warn(address, "\(error.reason); the last picture stays")
            return .success(known)
        }
    }

    private func request(
        _ address: String, _ known: StoredPictures.Picture?, until end: SteadyDate
    ) async throws(PictureRefusal) -> StoredPictures.Picture {
        let left = end - SteadyDate.now
        guard left > 0 else {
            throw PictureRefusal(reason: "the pictures of an answer have \(Int(saturating: Self.patience)) s, which others needed")
        }
        let outcome: URLReader.Outcome
        do {
            let host = try WebURL(parsing: address).host
            let reader = URLReader(
                http: http, question: URLTransport.Request(url: address), timeout: min(10, left), maximum: PictureLimit.bytes,
                isForeign: !ownHosts.contains(host))
            outcome = try await reader.read(known?.validators ?? URLReader.Validators())
        } catch let failure as URLReader.Failure {
            throw PictureRefusal(reason: failure.error.reason)
        } catch {
            throw PictureRefusal(reason: "\(error)")
        }
        switch outcome {
        case .unchanged:
            guard let known else { throw PictureRefusal(reason: "the server sends no picture") }
            return known
        case .document(let response, let validators):
            let bytes = response.body
            guard !bytes.isEmpty else { throw PictureRefusal(reason: "the picture is empty") }
            // The page of an error in its place would replace the last picture.
            guard ImageFormat.sniff(bytes) != .unknown else {
                throw PictureRefusal(reason: "\(ImageError.unknownFormat(.unknown))")
            }
            guard let stored = await lane.value(of: { shelf.store(bytes) }) else {
                throw PictureRefusal(reason: "the system gives no thread to store it")
            }
            return StoredPictures.Picture(file: try stored.get(), validators: validators)
        }
    }
}

/// The reason for which an address has no picture.
struct PictureRefusal: Error {
    var reason: String
}

/// The folder of the pictures that were fetched for kinds, with a size limit for those that no stored data name.
struct PictureShelf: Sendable {
    /// The size from which pictures are removed that no stored data name, in bytes.
    private static let standardLimit = 256 << 20
    /// The age in seconds up to which a picture is not removed: another process may not have stored yet what names it.
    private static let grace = 3600.0

    let folder: PrivateFolder
    /// The folder of the stored data.
    private let state: PrivateFolder
    private let limit: Int

    init(folder: PrivateFolder, state: PrivateFolder, limit: Int = standardLimit) {
        self.folder = folder
        self.state = state
        self.limit = limit
    }

    /// Stores a picture, and returns the name of its file.
    func store(_ bytes: [UInt8]) -> Result<String, PictureRefusal> {
        let file = folder.file(StoredPictures.Picture.prefix + SHA256.hex(bytes))
        do throws(WriteError) {
            // An equal file is not written again: its times are its version.
            _ = try file.write(bytes)
        } catch {
            return .failure(PictureRefusal(reason: "it cannot be stored: \(error)"))
        }
        trim()
        return .success(String(file.path.dropFirst(folder.path.count + 1)))
    }

    /// Removes the oldest pictures that no stored data name, if all of them exceed the limit.
    private func trim() {
        let pictures = Self.names(in: folder, StoredPictures.Picture.prefix).compactMap { name in
            FileVersion(path: folder.file(name).path).map { (name: name, version: $0) }
        }
        var total = pictures.reduce(0) { $0 + $1.version.size }
        guard total > limit else { return }
        let newest = Int64(saturating: (Date.now.timeIntervalSince1970 - Self.grace) * 1e9)
        let old = pictures.filter { $0.version.modified < newest }
        guard !old.isEmpty else { return }
        let named = Set(
            Self.names(in: state, DataStore.prefix).flatMap { name in
                (DataStore.kept(in: state.file(name))?.pictures?.pictures.values).map { $0.map(\.file) } ?? []
            })
        for picture in old.sorted(by: { $0.version.modified < $1.version.modified }) where !named.contains(picture.name) {
            guard total > limit else { return }
            unlink(folder.file(picture.name).path)
            total -= picture.version.size
        }
    }

    private static func names(in folder: PrivateFolder, _ prefix: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasPrefix(prefix) }
    }
}
