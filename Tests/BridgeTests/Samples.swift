import Glibc
import SubdialPlayback

@testable import SubdialBridge

extension NetworkAddress {
    static func sample(_ text: String) -> NetworkAddress? {
        let isIPv6 = text.contains(":")
        var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
        guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        return NetworkAddress(bytes)
    }
}

extension ServiceRecord {
    static func sample(
        _ name: String = "Unified Hi-Fi Control", type: ServiceType = .knob, host: String = "nas.local",
        at address: String? = "192.168.1.5",
        port: UInt16 = 8088, text: [String] = [], interface: Int32 = 2
    ) -> ServiceRecord {
        ServiceRecord(
            name: name, type: type, host: host, address: address.flatMap { .sample($0) }, port: port,
            text: TXTRecord(text.map { Array($0.utf8) }), interface: interface)
    }
}

extension BridgeStatus {
    static func sample(_ version: String?) -> BridgeStatus { BridgeStatus(version: version, dialect: .rust) }
}
