import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialHTTP
import SubdialMQTT
import SubdialServe
import SubdialSystem

/// Checks the configured widget server and broker, and the displays that fetch from the server.
struct DoctorServing {
    /// The timeout for a server and a broker.
    private static let patience = Duration.seconds(5)
    /// The battery charge below which a display needs charging, in per cent.
    private static let lowCharge = 20.0
    /// The multiple of the sleep time, and the additional seconds, after which a display counts as missing.
    private static let missed = (sleeps: 3.0, seconds: 3600.0)

    let configuration: Configuration
    let context: CommandContext
    /// True if the broker's settings are usable.
    let hasBroker: Bool

    func check(_ report: inout DoctorReport) async {
        guard configuration.serve != ServeSettings() || !configuration.displays.isEmpty || configuration.mqtt != nil else { return }
        await checkServer(&report)
        checkDisplays(&report)
        if let mqtt = configuration.mqtt, hasBroker { await checkBroker(mqtt, &report) }
    }

    // MARK: The server

    private func checkServer(_ report: inout DoctorReport) async {
        let listen: ListenAddress
        do {
            listen = try configuration.serve.listen.map { text throws(ServeError) in try ListenAddress(text) } ?? .standard
        } catch {
            return report.bad("serve", "\(error)")
        }
        guard listen.port != 0 else { return report.good("serve", "takes a free port when it starts") }
        let address = "http://\(listen.here)"
        do {
            var request = HTTPRequest(url: address + "/widgets.json", timeout: Self.patience)
            request.maximumBody = 1 << 20
            request.maximumRedirects = 0
            let answer = try await HTTPClient().send(request)
            // A server with a token reveals only its identity.
            let isAsked = answer.status == 401 && answer.head["WWW-Authenticate"]?.contains("\"subdial\"") == true
            let version = try? JSONValue(parsing: answer.body)["version"]?.string
            guard isAsked || (answer.status == 200 && version != nil) else { return occupied(listen, &report) }
            report.good("serve", "answers at \(address)" + (version.map { ", version \($0)" } ?? ", and asks for its token"))
        } catch HTTPError.refused {
            report.good("serve", "nothing listens on \(listen); 'subdial serve' does while it runs")
        } catch HTTPError.timedOut {
            report.bad("serve", "what listens on \(listen) does not answer")
        } catch HTTPError.notHTTP, HTTPError.reset, HTTPError.truncated {
            occupied(listen, &report)
        } catch {
            report.bad("serve", "\(address): \(error)")
        }
    }

    private func occupied(_ listen: ListenAddress, _ report: inout DoctorReport) {
        report.bad("serve", "another program listens on \(listen): write another 'listen' under 'serve' in \(configuration.path)")
    }

    // MARK: Displays

    private func checkDisplays(_ report: inout DoctorReport) {
        let known = SeenDisplay.all(in: UserFolders(environment: context.environment).displays)
        for display in configuration.displays {
            guard let found = known.first(where: { $0.id == display.id }), let seen = found.seen else {
                report.good("displays", "\(display.name) has not asked yet: type the server's address into its settings")
                continue
            }
            let age = max(0, Date.now.timeIntervalSince(seen))
            let charge = found.charge.map { Int(saturating: $0.rounded()) }
            let battery = charge.map { ", its battery is at \($0) %" } ?? ""
            if age > Self.missed.sleeps * Double(found.sleep) + Self.missed.seconds {
                report.bad(
                    "displays", "\(display.name) last asked \(Self.text(age)) ago\(battery): see whether it is on, and reaches the server")
            } else if let charge = found.charge, charge < Self.lowCharge {
                report.bad("displays", "\(display.name) asked \(Self.text(age)) ago\(battery): charge it")
            } else {
                report.good("displays", "\(display.name) asked \(Self.text(age)) ago\(battery)")
            }
        }
    }

    private static func text(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(saturating: seconds)) s"
        case ..<7200: "\(Int(saturating: seconds / 60)) min"
        case ..<172_800: "\(Int(saturating: seconds / 3600)) h"
        default: "\(Int(saturating: seconds / 86_400)) days"
        }
    }

    // MARK: The broker

    private func checkBroker(_ settings: MQTTSettings, _ report: inout DoctorReport) async {
        do {
            let client = MQTTClient(try MQTTAddress(settings.broker), try settings.options())
            try client.start()
            let state = await client.settled(within: Self.patience)
            await client.stop()
            switch state {
            case .connected(let version): report.good("mqtt", "\(settings.broker), MQTT \(version)")
            case .away(let error): report.bad("mqtt", "\(error)")
            case .connecting, .stopped: report.bad("mqtt", "the MQTT broker at \(settings.broker) does not answer")
            }
        } catch {
            report.bad("mqtt", "\(error)")
        }
    }
}
