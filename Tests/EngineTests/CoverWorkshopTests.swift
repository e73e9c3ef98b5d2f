import Dispatch
import Foundation
import SubdialBasics
import SubdialDrawing
import SubdialPlayback
import SubdialSimulator
import SubdialTestSupport
import Testing

@testable import SubdialEngine

/// Covers are made on their own thread, and no work is done twice or in vain.
@Suite struct CoverWorkshopTests {
    private func side(_ picture: CoverPicture) throws -> Int { try PNG.decode(picture.png).width }

    @Test func equalOrdersAreOnePieceOfWork() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let workshop = bench.workshop
        let gate = LaneGate(on: bench.lane)
        let order = try CoverOrder.sample("blue.jpg", side: 64, in: folder)
        let pictures = try await withThrowingTaskGroup(of: CoverPicture.self) { group in
            for _ in 0..<10 { group.addTask { try await workshop.picture(order) } }
            try await eventually("an order") { workshop.orders == 1 }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pictures.count == 10)
        #expect(Set(pictures).count == 1)
        #expect(bench.decodings == 1)
        let file = try #require(pictures.first?.file)
        #expect(FileManager.default.contents(atPath: file).map(Array.init) == pictures.first?.png)
        // A picture on disk is not made again.
        #expect(try await workshop.picture(order) == pictures.first)
        #expect(try await CoverWorkshop().picture(order) == pictures.first)
        #expect(bench.decodings == 1)
    }

    @Test func aPictureInSixteenSizesIsDecodedOnce() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let workshop = bench.workshop
        let gate = LaneGate(on: bench.lane)
        let sides = (1...16).map { $0 * 50 }
        let orders = try sides.map { try CoverOrder.sample("sand-3000.jpg", side: $0, in: folder) }
        let found = try await withThrowingTaskGroup(of: Int.self) { group in
            for order in orders { group.addTask { try side(await workshop.picture(order)) } }
            try await eventually("all orders") { workshop.orders == orders.count }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.sorted() == sides)
        #expect(bench.decodings == 1)
        #expect(workshop.orders == 0)
    }

    @Test(arguments: ["blue.jpg", "blue-64.jpg", "mono.webp", "spectrum.png", "red-cmyk.jpg"])
    func sizesAboveAndBelowThePictureAreMade(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let workshop = bench.workshop
        for wanted in [8, 100, 700] {
            #expect(try await side(workshop.picture(.sample(name, side: wanted, in: folder))) == wanted)
        }
    }

    /// A control over a real connection is answered while more covers are ordered than there are threads, and none can be made.
    @Test func controlsDoNotWaitForCovers() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let workshop = bench.workshop
        let gate = LaneGate(on: bench.lane)
        let events = CoverEvents()
        let scenario = try Scenario.load(Repository.fixtureURL("scenarios/steady.yaml").path)
        let names = ["blue.jpg", "dusk.jpg", "forest.jpg", "grey.jpg", "orange.jpg", "plum.jpg", "red.jpg", "tides.jpg"]
        let orders = try names.flatMap { name in try (1...4).map { try CoverOrder.sample(name, side: $0 * 32, in: folder) } }
        try await withSimulator(scenario: scenario) { simulator async throws in
            let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for order in orders {
                    group.addTask {
                        _ = try await workshop.picture(order)
                        events.add("cover")
                    }
                }
                try await eventually("all orders") { workshop.orders == orders.count }
                let session = ControlSession(hub: hub, address: simulator.baseURL, zone: "Kitchen")
                _ = try await session.perform(ControlRequest(words: "next"))
                events.add("control")
                gate.open()
                try await group.waitForAll()
            }
        }
        #expect(events.all == ["control"] + orders.map { _ in "cover" })
        #expect(bench.decodings == names.count)
    }

    @Test func anOrderThatIsLeftIsDropped() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let workshop = bench.workshop
        let gate = LaneGate(on: bench.lane)
        let (left, kept) = (try CoverOrder.sample("blue.jpg", side: 64, in: folder), try CoverOrder.sample("red.jpg", side: 64, in: folder))
        let leaving = [left, kept].map { order in Task { try await workshop.picture(order) } }
        let staying = Task { try await workshop.picture(kept) }
        try await eventually("both orders") { workshop.orders == 2 }
        for task in leaving {
            task.cancel()
            await #expect(throws: CoverError.cancelled) { try await task.value }
        }
        // The control is answered while the thread is blocked; the order with a waiter remains.
        #expect(workshop.orders == 1)
        gate.open()
        #expect(try await side(staying.value) == 64)
        #expect(bench.decodings == 1)
        #expect(left.folder.picture(of: left.source.digest, side: 64) == nil)
    }

    @Test func oneWhoIsCancelledBeforeIsNotServed() async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let workshop = bench.workshop
        let order = try CoverOrder.sample("blue.jpg", side: 64, in: folder)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await workshop.picture(order)
        }
        await #expect(throws: CoverError.cancelled) { try await task.value }
        #expect(bench.decodings == 0)
    }

    /// A decoding that continued would have produced a square of which the other size is made.
    @Test func aDecodingThatIsLeftEnds() async throws {
        let folder = try TemporaryFolder()
        let hold = DispatchSemaphore(value: 0)
        let bench = CoverBench { hold.wait() }
        let orders = try [64, 128].map { try CoverOrder.sample("blue.jpg", side: $0, in: folder) }
        let first = Task { try await bench.workshop.picture(orders[0]) }
        try await eventually("a decoding") { bench.decodings == 1 }
        let second = Task { try await bench.workshop.picture(orders[1]) }
        try await eventually("another order") { bench.workshop.orders == 2 }
        first.cancel()
        await #expect(throws: CoverError.cancelled) { try await first.value }
        hold.signal()
        try await eventually("another decoding") { bench.decodings == 2 }
        hold.signal()
        #expect(try await side(second.value) == 128)
    }

    /// Another size that is ordered during a decoding is made of the same decoding.
    @Test func aSizeThatIsAskedForMeanwhileIsMadeOfTheSameDecoding() async throws {
        let folder = try TemporaryFolder()
        let hold = DispatchSemaphore(value: 0)
        let bench = CoverBench { hold.wait() }
        let orders = try [64, 512].map { try CoverOrder.sample("blue.jpg", side: $0, in: folder) }
        let first = Task { try await bench.workshop.picture(orders[0]) }
        try await eventually("a decoding") { bench.decodings == 1 }
        let second = Task { try await bench.workshop.picture(orders[1]) }
        try await eventually("another order") { bench.workshop.orders == 2 }
        hold.signal()
        #expect(try await side(first.value) == 64)
        #expect(try await side(second.value) == 512)
        #expect(bench.decodings == 1)
    }

    @Test(arguments: ["corrupt.jpg", "truncated.jpg", "README.md"])
    func aPictureThatIsNoneIsLookedAtOnce(_ name: String) async throws {
        let folder = try TemporaryFolder()
        let bench = CoverBench()
        let workshop = bench.workshop
        for side in [64, 64, 128] {
            let order = try CoverOrder.sample(name, side: side, in: folder)
            let error = await #expect(throws: CoverError.self) { try await workshop.picture(order) }
            guard case .picture = error else {
                Issue.record("\(error.map { "\($0)" } ?? "none")")
                return
            }
        }
        #expect(bench.decodings == 1)
        #expect(workshop.orders == 0)
        #expect(try await side(workshop.picture(.sample("blue.jpg", side: 64, in: folder))) == 64)
    }

    @Test func aFolderThatCannotBeWrittenTakesNoPictureAway() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/covers"))
        let picture = try await CoverWorkshop().picture(.sample("blue.jpg", side: 64, in: folder))
        #expect(picture.file == nil)
        #expect(picture.problem?.path.hasPrefix(folder.path + "/covers/") == true)
        #expect(try side(picture) == 64)
    }

    @Test func anEmptyFileIsMadeAnew() async throws {
        let folder = try TemporaryFolder()
        let order = try CoverOrder.sample("blue.jpg", side: 64, in: folder)
        let first = try await CoverWorkshop().picture(order)
        try Data().write(to: URL(filePath: try #require(first.file)))
        #expect(try await CoverWorkshop().picture(order) == first)
    }

    @Test func picturesAreToldApartByTheirContent() throws {
        var bytes = try Repository.fixtureBytes("artwork/blue.jpg")
        var seen: Set<WideHash> = [EncodedCover(bytes).digest, EncodedCover([]).digest, EncodedCover([0]).digest]
        #expect(seen.count == 3)
        #expect(EncodedCover([0, 0]).digest != EncodedCover([0]).digest)
        for index in stride(from: 0, to: bytes.count, by: 997) {
            bytes[index] ^= 1
            #expect(seen.insert(EncodedCover(bytes).digest).inserted, "byte \(index)")
        }
        #expect(seen.allSatisfy { $0.text.count == 32 })
    }
}
