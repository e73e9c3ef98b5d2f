// A release has neither the testing library nor a way into the modules.
#if DEBUG
    import Foundation
    import Glibc
    import TestSupport

    /// A broker that refuses version 5 as brokers did that did not know it, and else hands all on to a real one.
    final class OldMQTTBroker: Sendable {
        let port: Int
        private let listener: Int32

        init(before broker: MQTTBroker) throws {
            let (listener, port) = try LocalPort.listen(on: 0)
            (self.listener, self.port) = (listener, port)
            let target = broker.port
            Thread.detachNewThread {
                while true {
                    let client = accept(listener, nil, nil)
                    guard client >= 0 else { return }
                    Self.serve(client, target)
                }
            }
        }

        deinit {
            shutdown(listener, Int32(SHUT_RDWR))
            close(listener)
        }

        private static func serve(_ client: Int32, _ target: Int) {
            var packet = [UInt8](repeating: 0, count: 4096)
            let count = read(client, &packet, packet.count)
            // A fixed header of two bytes, the protocol's name with its length, and the version.
            guard count > 8 else {
                close(client)
                return
            }
            if packet[8] == 5 {
                var refusal: [UInt8] = [0x20, 2, 0, 1]
                _ = write(client, &refusal, refusal.count)
                close(client)
                return
            }
            let server = connection(to: target)
            _ = write(server, &packet, count)
            for (from, to) in [(client, server), (server, client)] {
                Thread.detachNewThread {
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    while case let count = read(from, &bytes, bytes.count), count > 0 { _ = write(to, &bytes, count) }
                    shutdown(to, Int32(SHUT_RDWR))
                }
            }
        }

        private static func connection(to port: Int) -> Int32 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            _ = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            return descriptor
        }
    }
#endif
