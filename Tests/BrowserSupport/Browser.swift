// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import SubdialDocuments
    import SubdialTestSupport

    @testable import SubdialProcessSupport

    /// A page in a real headless browser.
    final class Browser: Sendable {
        /// A message in the browser's console.
        struct Message: Hashable, CustomStringConvertible {
            /// The level: `error`, `warning`, `log` and others.
            let level: String
            /// The source: `network` for failed requests, `security` for blocked ones, `javascript` and others.
            let source: String
            let text: String

            var description: String { "\(level) (\(source)): \(text)" }
        }

        /// An exception of a script.
        struct Thrown: Error, CustomStringConvertible { let description: String }

        /// The path of the browser; nil if there is none.
        static let path = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].lazy.compactMap(Tool.path).first

        private let pipe: BrowserPipe
        private let session: String

        /// Starts a browser with a profile in the sandbox, which must exist longer than the browser.
        init(_ sandbox: Sandbox) async throws {
            guard let path = Self.path else { throw Thrown(description: "there is no browser") }
            pipe = try BrowserPipe(
                path,
                [
                    "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run", "--hide-scrollbars",
                    // A process less, and a quarter less time to start.
                    "--enable-features=NetworkServiceInProcess2",
                    "--disable-dev-shm-usage", "--user-data-dir=\(sandbox.path("browser"))", "about:blank",
                ], environment: sandbox.environment())
            let target = try await pipe.ask("Target.createTarget", [JSONMember("url", "about:blank")])["targetId"] ?? .null
            let attached = try await pipe.ask("Target.attachToTarget", [JSONMember("targetId", target), JSONMember("flatten", true)])
            session = attached["sessionId"]?.string ?? ""
            for domain in ["Page", "Runtime", "Log", "Network"] { _ = try await ask("\(domain).enable") }
        }

        func stop() { pipe.stop() }

        /// Calls a method of the DevTools protocol.
        @discardableResult
        func ask(_ method: String, _ parameters: [JSONMember] = []) async throws -> JSONValue {
            try await pipe.ask(method, parameters, session: session)
        }

        // MARK: The page

        func open(_ address: String) async throws {
            try await ask("Page.navigate", [JSONMember("url", .string(address))])
        }

        /// Returns the value of a JavaScript expression, or that of its promise.
        @discardableResult
        func evaluate(_ expression: String) async throws -> JSONValue {
            let answer = try await ask(
                "Runtime.evaluate",
                [JSONMember("expression", .string(expression)), JSONMember("awaitPromise", true), JSONMember("returnByValue", true)])
            if let details = answer["exceptionDetails"] {
                throw Thrown(description: details["exception"]?["description"]?.string ?? details.text())
            }
            return answer["result"]?["value"] ?? .null
        }

        /// Waits until a JavaScript expression is true.
        func wait(_ what: String, _ expression: String) async throws {
            let deadline = ContinuousClock.now + .seconds(180)
            // The page itself evaluates it again and again, so that no turn needs a message. During navigation, the page does not respond.
            let script = """
                (async () => {
                    for (let turn = 0; turn < 50; turn++) {
                        if (await (async () => Boolean(\(expression)))()) return true;
                        await new Promise(done => setTimeout(done, 20));
                    }
                    return false;
                })()
                """
            while (try? await evaluate(script))?.bool != true {
                guard ContinuousClock.now < deadline else {
                    throw NeverCameTrue(description: "never: \(what); the console has \(messages)")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        // MARK: Input

        /// Clicks at the centre of the first element that matches a selector.
        func click(_ selector: String) async throws {
            let place = try await evaluate(
                """
                (() => {
                    const element = document.querySelector(\(JSONValue.string(selector).text()));
                    element.scrollIntoView({ block: "center", behavior: "instant" });
                    const box = element.getBoundingClientRect();
                    return [box.left + box.width / 2, box.top + box.height / 2];
                })()
                """)
            guard case .array(let numbers) = place, numbers.count == 2, let x = numbers[0].number, let y = numbers[1].number else {
                throw NeverCameTrue(description: "\(selector) is at \(place.text())")
            }
            try await click(x: x, y: y)
        }

        /// Moves the pointer over the first element that matches a selector, to a fraction of its width and height, until `condition` is
        /// true.
        ///
        /// - Parameter condition: An expression; nil for the pointer over the element. The layout may move the element at any time.
        func hover(_ selector: String, x: Double = 0.5, y: Double = 0.5, until condition: String? = nil) async throws {
            let element = JSONValue.string(selector).text()
            let condition = condition ?? "document.querySelector(\(element)).matches(':hover')"
            for _ in 0..<1000 {
                let place = try await evaluate(
                    """
                    (() => {
                        const element = document.querySelector(\(element));
                        element.scrollIntoView({ block: "nearest", behavior: "instant" });
                        const box = element.getBoundingClientRect();
                        return [box.left + box.width * \(x), box.top + box.height * \(y)];
                    })()
                    """)
                guard case .array(let numbers) = place, numbers.count == 2, let x = numbers[0].number, let y = numbers[1].number else {
                    throw NeverCameTrue(description: "\(selector) is at \(place.text())")
                }
                try await ask(
                    "Input.dispatchMouseEvent",
                    [
                        JSONMember("type", "mouseMoved"), JSONMember("x", .double(x)), JSONMember("y", .double(y)),
                        JSONMember("button", "none"),
                    ])
                if try await evaluate("Boolean(\(condition))").bool == true { return }
                try await Task.sleep(for: .milliseconds(100))
            }
            throw NeverCameTrue(description: "never: \(condition), with the pointer over \(selector); the console has \(messages)")
        }

        /// Clicks at a position in the window, in CSS pixels.
        func click(x: Double, y: Double) async throws {
            for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
                try await ask(
                    "Input.dispatchMouseEvent",
                    [
                        JSONMember("type", .string(type)), JSONMember("x", .double(x)), JSONMember("y", .double(y)),
                        JSONMember("button", type == "mouseMoved" ? "none" : "left"), JSONMember("clickCount", 1),
                    ])
            }
        }

        /// Presses a key by its name in JavaScript, such as `ArrowRight`.
        func press(_ key: String) async throws {
            let codes: [String: Int64] = [
                " ": 32, "Enter": 13, "Tab": 9, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
            ]
            for type in ["keyDown", "keyUp"] {
                var members = [
                    JSONMember("type", .string(type)), JSONMember("key", .string(key)),
                    JSONMember("code", .string(key == " " ? "Space" : key)),
                    JSONMember("windowsVirtualKeyCode", .integer(codes[key] ?? 0)),
                ]
                if type == "keyDown", key.count == 1 || key == "Enter" {
                    members.append(JSONMember("text", .string(key == "Enter" ? "\r" : key)))
                }
                try await ask("Input.dispatchKeyEvent", members)
            }
        }

        // MARK: Environment

        /// Sets the size of the window in CSS pixels, the device pixels per CSS pixel, and the preferences of the system.
        func setScreen(_ width: Int, _ height: Int, scale: Double = 1, isDark: Bool = true, others: [String: String] = [:]) async throws {
            try await ask(
                "Emulation.setDeviceMetricsOverride",
                [
                    JSONMember("width", .integer(Int64(width))), JSONMember("height", .integer(Int64(height))),
                    JSONMember("deviceScaleFactor", .double(scale)), JSONMember("mobile", .bool(width < 600)),
                ])
            let features = ["prefers-color-scheme": isDark ? "dark" : "light"].merging(others) { $1 }.map { name, value in
                JSONValue.object([JSONMember("name", .string(name)), JSONMember("value", .string(value))])
            }
            try await ask("Emulation.setEmulatedMedia", [JSONMember("features", .array(features))])
        }

        /// Disconnects or reconnects the network.
        func setOffline(_ isOffline: Bool) async throws {
            try await ask(
                "Network.emulateNetworkConditions",
                [
                    JSONMember("offline", .bool(isOffline)), JSONMember("latency", 0), JSONMember("downloadThroughput", -1),
                    JSONMember("uploadThroughput", -1),
                ])
        }

        /// Returns the window as PNG.
        func screenshot() async throws -> Data {
            let answer = try await ask("Page.captureScreenshot", [JSONMember("format", "png")])
            return Data(base64Encoded: answer["data"]?.string ?? "") ?? Data()
        }

        /// The console messages so far, including exceptions.
        var messages: [Message] {
            pipe.events.compactMap { event in
                let parameters = event["params"]
                switch event["method"]?.string {
                case "Log.entryAdded":
                    let entry = parameters?["entry"]
                    let place = entry?["url"]?.string.map { " at \($0)" } ?? ""
                    return Message(
                        level: entry?["level"]?.string ?? "", source: entry?["source"]?.string ?? "",
                        text: (entry?["text"]?.string ?? "") + place)
                case "Runtime.consoleAPICalled":
                    return Message(level: parameters?["type"]?.string ?? "", source: "console", text: parameters?["args"]?.text() ?? "")
                case "Runtime.exceptionThrown":
                    let details = parameters?["exceptionDetails"]
                    return Message(
                        level: "error", source: "exception",
                        text: details?["exception"]?["description"]?.string ?? details?["text"]?.string ?? "")
                default: return nil
                }
            }
        }
    }
#endif
