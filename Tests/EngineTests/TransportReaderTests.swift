import SubdialKinds
import Testing

@testable import SubdialEngine

/// Readers of the transports of kinds.
@Suite struct TransportReaderTests {
    private func hasReader<Transport: KindTransport>(_ transport: Transport.Type) -> Bool {
        Transport.Request.self is any TransportReader.Type
    }

    /// The engine can read what any kind may name.
    @Test func everyTransportHasAReader() {
        for transport in KindTransports.all {
            let isRead = hasReader(transport)
            #expect(isRead, "\(transport.key)")
        }
    }

    /// Keys are unambiguous.
    @Test func everyTransportHasAKeyOfItsOwn() {
        let keys = KindTransports.all.map { $0.key }
        #expect(Set(keys).count == keys.count)
    }
}
