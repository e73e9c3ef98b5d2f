import SubdialPlayback
import Testing

@testable import SubdialBridge

@Suite struct SearchTests {
    private let nas = ServiceRecord.sample(text: ["base=http://NAS2:8088", "version=3.0.0"])

    @Test func addressesAreAskedOnceAndAtOnce() throws {
        var search = Search()
        #expect(search.add(nas).map(\.text) == ["http://192.168.1.5:8088"])
        #expect(search.add(nas) == [])
        #expect(search.add(.sample("Den UHC", type: .bridge)) == [])
        #expect(search.add(.sample(at: "10.0.0.5")).map(\.text) == ["http://10.0.0.5:8088"])
        #expect(search.add(.sample("3.3.0"), from: try BridgeAddress("http://192.168.1.5:8088")) == [])
        #expect(search.endBrowsing() == [])
        let bridge = try #require(search.bridges.first)
        #expect(search.bridges.count == 1)
        #expect(bridge.address.text == "http://192.168.1.5:8088")
        #expect(bridge.version == "3.3.0")
        #expect(bridge.answers)
    }

    @Test func otherPlacesAreAskedOnlyWhereNoAddressAnswers() throws {
        var search = Search()
        let address = try #require(search.add(nas).first)
        // More addresses may still be announced.
        #expect(search.add(nil, from: address) == [])
        let others = search.endBrowsing()
        #expect(others.map(\.text) == ["http://nas.local:8088", "http://NAS2:8088"])
        #expect(search.add(nil, from: others[0]) == [])
        #expect(search.add(.sample("2.7.0"), from: others[1]) == [])
        #expect(search.bridges.map(\.address.text) == ["http://NAS2:8088"])
        #expect(search.bridges.map(\.version) == ["2.7.0"])
    }

    @Test func whoDoesNotAnswerIsListedWithWhatItAnnounces() throws {
        var search = Search()
        for address in search.add(nas) + search.endBrowsing() { _ = search.add(nil, from: address) }
        let bridge = try #require(search.bridges.first)
        #expect(bridge.address.text == "http://192.168.1.5:8088")
        #expect(bridge.version == "3.0.0")
        #expect(!bridge.answers)
    }

    @Test func bridgesThatAnswerAtOnePlaceAreOne() throws {
        var search = Search()
        let elsewhere = ServiceRecord.sample("Old", host: "old.local", at: nil, text: ["base=http://192.168.1.5:8088"])
        _ = search.add(elsewhere)
        let address = try #require(search.add(nas).first)
        #expect(search.add(.sample("3.3.0"), from: address) == [])
        // The address in the text record was already requested.
        #expect(search.endBrowsing().map(\.text) == ["http://old.local:8088"])
        #expect(search.add(nil, from: try BridgeAddress("http://old.local:8088")) == [])
        #expect(search.bridges.map(\.address.text) == ["http://192.168.1.5:8088"])
    }

    @Test func listsByNameThenAddress() {
        var search = Search()
        for (name, host) in [("b", 1), ("A", 2), ("a", 3), ("B", 4), ("a", 5)] {
            _ = search.add(.sample(name, host: "h\(host).local", at: "10.0.0.\(host)"))
        }
        #expect(search.bridges.map { "\($0.name) \($0.address.text.dropFirst(14).first ?? "?")" } == ["A 2", "a 3", "a 5", "B 4", "b 1"])
    }

    /// The number of requests is limited, even if a machine announces thousands of bridges.
    @Test func floodsAreBounded() {
        var search = Search()
        var asked = 0
        for port in 1...UInt16(2000) { asked += search.add(.sample("\(port)", host: "h\(port).local", at: "10.0.0.1", port: port)).count }
        asked += search.endBrowsing().count
        #expect(asked == Search.mostPlaces)
        #expect(search.bridges.count == Search.mostRecords)
    }
}
