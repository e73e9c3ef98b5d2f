import SubdialPlayback
import Testing

@testable import SubdialBridge

@Suite struct BridgeListTests {
    private func list() throws -> BridgeList {
        BridgeList([
            DiscoveredBridge(
                name: "キッチン", address: try BridgeAddress("http://192.168.1.20:8088"), host: "kitchen.local", type: .knob, version: nil,
                answers: false),
            DiscoveredBridge(
                name: "Den UHC", address: try BridgeAddress("http://192.168.1.5:8088"), host: "nas.local", type: .bridge,
                version: "3.7.0-alpha.9", answers: true),
        ])
    }

    @Test func textHasColumns() throws {
        #expect(
            try list().text == """
                http://192.168.1.5:8088   Den UHC   3.7.0-alpha.9  (answers)
                http://192.168.1.20:8088  キッチン  –              (does not answer)

                """)
        #expect(BridgeList([]).text == "")
    }

    @Test func jsonHasTypedKeys() throws {
        #expect(
            try list().json == """
                [
                  {
                    "name": "Den UHC",
                    "url": "http://192.168.1.5:8088",
                    "host": "nas.local",
                    "version": "3.7.0-alpha.9",
                    "type": "_uhc._tcp",
                    "answers": true
                  },
                  {
                    "name": "キッチン",
                    "url": "http://192.168.1.20:8088",
                    "host": "kitchen.local",
                    "version": null,
                    "type": "_roonknob._tcp",
                    "answers": false
                  }
                ]

                """)
        #expect(BridgeList([]).json == "[]\n")
    }
}
