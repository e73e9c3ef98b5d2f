// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Glibc
    import SubdialTestSupport

    /// A broker that rejects MQTT version 5 as older brokers do, and otherwise forwards everything to a real one.
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
            // The fixed header of two bytes, the protocol's name with its length, then the version.
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
            guard let server = try? LocalPort.connect(to: target) else {
                close(client)
                return
            }
            _ = write(server, &packet, count)
            for (from, to) in [(client, server), (server, client)] {
                Thread.detachNewThread {
                    var bytes = [UInt8](repeating: 0, count: 4096)
                    while case let count = read(from, &bytes, bytes.count), count > 0 { _ = write(to, &bytes, count) }
                    shutdown(to, Int32(SHUT_RDWR))
                }
            }
        }
    }
#endif
