import Dispatch
import Foundation
import SubdialDrawing
import SubdialPlayback
import SubdialSimulator
import SubdialSystem
import SubdialTestSupport
import Testing

@testable import SubdialEngine

/// Covers are made on their own thread, and no work is done twice or in vain.
@Suite struct CoverPicturesTests {
    private func side(_ picture: CoverPicture) throws -> Int { try PNG.decode(picture.png).width }

    @Test func equalRequestsAreOnePieceOfWork() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let covers = bench.covers
        let gate = await CoverGate(on: bench.covers)
        let request = try CoverRequest.sample("blue.jpg", side: 64, in: folder)
        let pictures = try await withThrowingTaskGroup(of: CoverPicture.self) { group in
            for _ in 0..<10 { group.addTask { try await covers.picture(request) } }
            try await eventually("a request") { covers.requests.count == 1 }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pictures.count == 10)
        #expect(Set(pictures).count == 1)
        #expect(bench.decodings == 1)
        let file = try #require(pictures.first?.file)
        #expect(FileManager.default.contents(atPath: file).map(Array.init) == pictures.first?.png)
        // A picture on disk is not made again.
        #expect(try await covers.picture(request) == pictures.first)
        #expect(try await CoverPictures().picture(request) == pictures.first)
        #expect(bench.decodings == 1)
    }

    @Test func aPictureInSixteenSizesIsDecodedOnce() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let covers = bench.covers
        let gate = await CoverGate(on: bench.covers)
        let sides = (1...16).map { $0 * 50 }
        let requests = try sides.map { try CoverRequest.sample("sand-3000.jpg", side: $0, in: folder) }
        let found = try await withThrowingTaskGroup(of: Int.self) { group in
            for request in requests { group.addTask { try side(await covers.picture(request)) } }
            try await eventually("all requests") { covers.requests.count == requests.count }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.sorted() == sides)
        #expect(bench.decodings == 1)
        #expect(covers.requests.isEmpty)
    }

    @Test(arguments: ["blue.jpg", "blue-64.jpg", "mono.webp", "spectrum.png", "red-cmyk.jpg"])
    func sizesAboveAndBelowThePictureAreMade(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let covers = bench.covers
        for wanted in [8, 100, 700] {
            #expect(try await side(covers.picture(.sample(name, side: wanted, in: folder))) == wanted)
        }
    }

    /// A control over a real connection is answered while more covers are requested than there are threads, and none can be made.
    @Test func controlsDoNotWaitForCovers() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let covers = bench.covers
        let gate = await CoverGate(on: bench.covers)
        let events = CoverEvents()
        let scenario = try Scenario.load(Repository.fixtureURL("scenarios/steady.yaml").path)
        let names = ["blue.jpg", "dusk.jpg", "forest.jpg", "grey.jpg", "orange.jpg", "plum.jpg", "red.jpg", "tides.jpg"]
        let requests = try names.flatMap { name in try (1...4).map { try CoverRequest.sample(name, side: $0 * 32, in: folder) } }
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for request in requests {
                    group.addTask {
                        _ = try await covers.picture(request)
                        events.add("cover")
                    }
                }
                try await eventually("all requests") { covers.requests.count == requests.count }
                let session = ControlSession(hub: hub, address: simulator.baseURL, zone: "Kitchen")
                _ = try await session.perform(ControlRequest(words: "next"))
                events.add("control")
                gate.open()
                try await group.waitForAll()
            }
        }
        #expect(events.all == ["control"] + requests.map { _ in "cover" })
        #expect(bench.decodings == names.count)
    }

    @Test func aRequestThatIsLeftIsDropped() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let covers = bench.covers
        let gate = await CoverGate(on: bench.covers)
        let left = try CoverRequest.sample("blue.jpg", side: 64, in: folder)
        let kept = try CoverRequest.sample("red.jpg", side: 64, in: folder)
        let leaving = [left, kept].map { request in Task { try await covers.picture(request) } }
        let staying = Task { try await covers.picture(kept) }
        try await eventually("both requests") { covers.requests.count == 2 }
        for task in leaving {
            task.cancel()
            await #expect(throws: ImageError.cancelled) { try await task.value }
        }
        // The control is answered while the thread is blocked; the request with a waiter remains.
        try await eventually("the other request") { covers.requests.count == 1 }
        gate.open()
        #expect(try await side(staying.value) == 64)
        #expect(bench.decodings == 1)
        #expect(!FileManager.default.fileExists(atPath: left.file.path))
    }

    @Test func oneWhoIsCancelledBeforeIsNotServed() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let covers = bench.covers
        let request = try CoverRequest.sample("blue.jpg", side: 64, in: folder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await covers.picture(request)
        }
        await #expect(throws: ImageError.cancelled) { try await task.value }
        #expect(bench.decodings == 0)
    }

    /// A decoding that continued would have produced a square of which the other size is made.
    @Test func aDecodingThatIsLeftEnds() async throws {
        let folder = try TemporaryFolder()
        let hold = DispatchSemaphore(value: 0)
        let bench = CoverBench { hold.wait() }
        let requests = try [64, 128].map { try CoverRequest.sample("blue.jpg", side: $0, in: folder) }
        let first = Task { try await bench.covers.picture(requests[0]) }
        try await eventually("a decoding") { bench.decodings == 1 }
        let second = Task { try await bench.covers.picture(requests[1]) }
        try await eventually("another request") { bench.covers.requests.count == 2 }
        first.cancel()
        await #expect(throws: ImageError.cancelled) { try await first.value }
        hold.signal()
        try await eventually("another decoding") { bench.decodings == 2 }
        hold.signal()
        #expect(try await side(second.value) == 128)
    }

    /// The first of several sizes is left; the others are made of its decoding.
    @Test func aDecodingForOthersContinues() async throws {
        let folder = try TemporaryFolder()
        let hold = DispatchSemaphore(value: 0)
        let bench = CoverBench { hold.wait() }
        let gate = await CoverGate(on: bench.covers)
        let requests = try [64, 128].map { try CoverRequest.sample("blue.jpg", side: $0, in: folder) }
        let first = Task { try await bench.covers.picture(requests[0]) }
        try await eventually("a request") { bench.covers.requests.count == 1 }
        let second = Task { try await bench.covers.picture(requests[1]) }
        try await eventually("another request") { bench.covers.requests.count == 2 }
        gate.open()
        try await eventually("a decoding") { bench.decodings == 1 }
        first.cancel()
        await #expect(throws: ImageError.cancelled) { try await first.value }
        hold.signal()
        #expect(try await side(second.value) == 128)
        #expect(bench.decodings == 1)
    }

    /// Another size that is requested during a decoding is made of the same decoding.
    @Test func aSizeThatIsAskedForMeanwhileIsMadeOfTheSameDecoding() async throws {
        let folder = try TemporaryFolder()
        let hold = DispatchSemaphore(value: 0)
        let bench = CoverBench { hold.wait() }
        let requests = try [64, 512].map { try CoverRequest.sample("blue.jpg", side: $0, in: folder) }
        let first = Task { try await bench.covers.picture(requests[0]) }
        try await eventually("a decoding") { bench.decodings == 1 }
        let second = Task { try await bench.covers.picture(requests[1]) }
        try await eventually("another request") { bench.covers.requests.count == 2 }
        hold.signal()
        #expect(try await side(first.value) == 64)
        #expect(try await side(second.value) == 512)
        #expect(bench.decodings == 1)
    }

    @Test(arguments: ["corrupt.jpg", "truncated.jpg", "README.md"])
    func aPictureThatIsNoneIsLookedAtOnce(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let covers = bench.covers
        for side in [64, 64, 128] {
            let request = try CoverRequest.sample(name, side: side, in: folder)
            let error = await #expect(throws: ImageError.self) { try await covers.picture(request) }
            #expect(error != .cancelled)
        }
        #expect(bench.decodings == 1)
        #expect(covers.requests.isEmpty)
        #expect(try await side(covers.picture(.sample("blue.jpg", side: 64, in: folder))) == 64)
    }

    @Test func aFolderThatCannotBeWrittenTakesNoPictureAway() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/covers"))
        let picture = try await CoverPictures().picture(.sample("blue.jpg", side: 64, in: folder))
        #expect(picture.file == nil)
        #expect(picture.problem?.path.hasPrefix(folder.path + "/covers/") == true)
        #expect(try side(picture) == 64)
    }

    @Test func anEmptyFileIsMadeAnew() async throws {
        let folder = try TemporaryFolder()
        let request = try CoverRequest.sample("blue.jpg", side: 64, in: folder)
        let first = try await CoverPictures().picture(request)
        try Data().write(to: URL(filePath: try #require(first.file)))
        #expect(try await CoverPictures().picture(request) == first)
    }

    @Test func picturesAreToldApartByTheirContent() throws {
        var bytes = try Repository.fixtureBytes("artwork/blue.jpg")
        func file(_ bytes: [UInt8], side: Int = 64) -> String {
            CoverRequest(bytes, side: side, folder: PrivateFolder("/covers")).file.path
        }
        var seen: Set<String> = [file(bytes), file([]), file([0]), file([0, 0]), file([0], side: 65)]
        #expect(seen.count == 5)
        for index in stride(from: 0, to: bytes.count, by: 997) {
            bytes[index] ^= 1
            #expect(seen.insert(file(bytes)).inserted, "byte \(index)")
        }
        // Users' scripts and earlier versions have these paths.
        #expect(file(Array("cover".utf8), side: 32) == "/covers/38b71a3f6a324d685e6ad55bf8b79385-32.png")
    }
}
