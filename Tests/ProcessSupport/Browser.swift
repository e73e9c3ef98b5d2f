// A release has neither the testing library nor a way into the modules.
#if DEBUG
    import Foundation
    import Synchronization
    import TestSupport

    /// Chromium without a window, with one page in it, told what to do over its debugging pipe.
    ///
    /// It is asked in JSON, each message ended by a NUL. What the page complains of meanwhile is in ``complaints``.
    final class Browser: Sendable {
        /// What the browser did not do, or what a script threw.
        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// A line in the console: an error or a warning, an exception, or what the content security policy has stopped.
        struct Complaint: Sendable, CustomStringConvertible {
            /// `network`, `security`, `exception`, `console`, and what else the browser names.
            let source: String
            let text: String

            var description: String { "\(source): \(text)" }
        }

        private struct Message<Reply: Decodable>: Decodable {
            struct Refusal: Decodable { let message: String }
            let result: Reply?
            let error: Refusal?
        }

        private struct Outcome: Decodable {
            struct Remote: Decodable { let value: String? }
            struct Thrown: Decodable {
                struct Exception: Decodable { let description: String? }
                let text: String
                let exception: Exception?
            }
            let result: Remote
            let exceptionDetails: Thrown?
        }

        private struct State {
            var number = 0
            var replies: [Int: [UInt8]] = [:]
            var complaints: [Complaint] = []
            var hasEnded = false
        }

        /// Where a browser is; nil where none is installed.
        static let program = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].lazy.compactMap(Tool.path).first

        private let state = Mutex(State())
        private let isStopped = Mutex(false)
        private let socket: Int32
        private let processID: pid_t
        private let session: Mutex<String?> = Mutex(nil)

        /// Starts the browser with a profile of its own in the sandbox; skips the test where there is no browser.
        init(_ sandbox: Sandbox) async throws {
            guard let program = Self.program else { try Tool.skip("needs chromium") }
            var sockets: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
                throw Failure(description: "no socket for the browser")
            }
            socket = sockets[0]
            // Above the numbers that it gets in the browser: nothing is overwritten on the way.
            let far = fcntl(sockets[1], F_DUPFD_CLOEXEC, 10)
            close(sockets[1])
            defer { close(far) }
            let profile = sandbox.path("browser-\(UUID().uuidString.prefix(8))")
            let arguments = [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
                "--lang=en-GB",
                "--disable-background-networking", "--remote-debugging-pipe", "--user-data-dir=\(profile)", "about:blank",
            ]
            processID = try Self.spawn(program, arguments, environment: sandbox.environment(), pipe: far)
            let thread = Thread { [self] in read() }
            thread.start()
            struct Targets: Decodable {
                struct Target: Decodable { let targetId, type: String }
                let targetInfos: [Target]
            }
            struct Attached: Decodable { let sessionId: String }
            do {
                let targets: Targets = try await ask("Target.getTargets")
                guard let page = targets.targetInfos.first(where: { $0.type == "page" }) else { throw Failure(description: "no page") }
                let attached: Attached = try await ask("Target.attachToTarget", ["targetId": page.targetId, "flatten": true])
                session.withLock { $0 = attached.sessionId }
                for domain in ["Page", "Runtime", "Log", "Network"] { try await tell("\(domain).enable") }
            } catch {
                stop()
                throw error
            }
        }

        /// Ends the browser and all that it has started.
        func stop() {
            isStopped.withLock { isStopped in
                guard !isStopped else { return }
                isStopped = true
                // A browser whose pipe is closed ends; the group has those that do not.
                shutdown(socket, Int32(SHUT_RDWR))
                var status: Int32 = 0
                for _ in 0..<1000 {
                    if waitpid(processID, &status, WNOHANG) != 0 { break }
                    usleep(5000)
                }
                kill(-processID, SIGKILL)
                waitpid(processID, &status, 0)
                close(socket)
            }
        }

        /// What the page has complained of since the start, or since ``forgetComplaints()``.
        var complaints: [Complaint] { state.withLock { $0.complaints } }
        func forgetComplaints() { state.withLock { $0.complaints = [] } }

        // MARK: What a person does

        /// Goes to an address; returns once its document has been read.
        func open(_ address: String) async throws {
            struct Opened: Decodable { let errorText: String? }
            let opened: Opened = try await ask("Page.navigate", ["url": address])
            if let error = opened.errorText { throw Failure(description: "\(address): \(error)") }
            try await wait(for: "the document") { try await self.evaluate("document.readyState === 'complete'") }
        }

        /// Asks for the page again.
        func reload() async throws {
            // What is left behind has a mark that the new document has not.
            try await run("window.isOld = true")
            try await tell("Page.reload")
            try await wait(for: "the document") { try await self.evaluate("!window.isOld && document.readyState === 'complete'") }
        }

        /// Clicks in the middle of the first element that a selector finds.
        func click(_ selector: String) async throws {
            let place: [Double] = try await evaluate(
                """
                (() => {
                    const element = document.querySelector(\(Self.quoted(selector)));
                    element.scrollIntoView({ block: "nearest" });
                    const { x, y, width, height } = element.getBoundingClientRect();
                    return [x + width / 2, y + height / 2];
                })()
                """)
            try await click(x: place[0], y: place[1])
        }

        func click(x: Double, y: Double) async throws {
            try await tell("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": x, "y": y])
            for type in ["mousePressed", "mouseReleased"] {
                try await tell("Input.dispatchMouseEvent", ["type": type, "x": x, "y": y, "button": "left", "clickCount": 1])
            }
        }

        /// Presses a key and lets it go: `ArrowLeft`, `Tab`, ` `.
        func press(_ key: String) async throws {
            let codes = [" ": 32, "Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40]
            var down: [String: any Sendable] = ["type": "keyDown", "key": key, "windowsVirtualKeyCode": codes[key] ?? 0]
            down["code"] = key == " " ? "Space" : key
            if key == " " || key == "Enter" { down["text"] = key == " " ? " " : "\r" }
            try await tell("Input.dispatchKeyEvent", down)
            down["type"] = "keyUp"
            down["text"] = nil
            try await tell("Input.dispatchKeyEvent", down)
        }

        // MARK: What stands around the page

        func resize(_ width: Int, _ height: Int, scale: Double = 1, isMobile: Bool = false) async throws {
            try await tell(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": scale, "mobile": isMobile])
        }

        func setDark(_ isDark: Bool) async throws {
            let feature = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
            try await tell("Emulation.setEmulatedMedia", ["features": [feature]])
        }

        func setOffline(_ isOffline: Bool) async throws {
            try await tell(
                "Network.emulateNetworkConditions",
                ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        }

        // MARK: What there is to see

        /// The value of a JavaScript expression, waited for where it is a promise.
        func evaluate<Value: Decodable>(_ expression: String, as type: Value.Type = Value.self) async throws -> Value {
            let script = "(async () => JSON.stringify([await (\(expression)\n)]))()"
            let outcome: Outcome = try await ask(
                "Runtime.evaluate", ["expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true])
            if let thrown = outcome.exceptionDetails { throw Failure(description: thrown.exception?.description ?? thrown.text) }
            let values = try JSONDecoder().decode([Value].self, from: Data((outcome.result.value ?? "[]").utf8))
            guard let value = values.first else { throw Failure(description: "no value: \(expression)") }
            return value
        }

        /// Runs a script that gives nothing.
        func run(_ script: String) async throws {
            try await tell("Runtime.evaluate", ["expression": script, "awaitPromise": true])
        }

        /// Waits until an expression is true.
        func eventually(_ what: String, _ expression: String) async throws {
            try await wait(for: what) { try await self.evaluate("Boolean(\(expression))") }
        }

        /// What is to be seen, as a PNG.
        func screenshot() async throws -> Data {
            struct Screenshot: Decodable { let data: Data }
            let screenshot: Screenshot = try await ask("Page.captureScreenshot", ["format": "png"])
            return screenshot.data
        }

        /// Why the page cannot be installed; none where it can.
        func installabilityErrors() async throws -> [String] {
            struct Answer: Decodable {
                struct Reason: Decodable { let errorId: String }
                let installabilityErrors: [Reason]
            }
            let answer: Answer = try await ask("Page.getInstallabilityErrors")
            return answer.installabilityErrors.map(\.errorId)
        }

        // MARK: The pipe

        /// Sends a command and waits until it is carried out.
        func tell(_ method: String, _ parameters: [String: any Sendable] = [:]) async throws {
            struct Nothing: Decodable {}
            let _: Nothing = try await ask(method, parameters)
        }

        private func ask<Reply: Decodable>(_ method: String, _ parameters: [String: any Sendable] = [:]) async throws -> Reply {
            let number = state.withLock { state in
                state.number += 1
                return state.number
            }
            var message: [String: any Sendable] = ["id": number, "method": method, "params": parameters]
            message["sessionId"] = session.withLock { $0 }
            try send(try JSONSerialization.data(withJSONObject: message))
            let deadline = ContinuousClock.now + .seconds(60)
            while true {
                let (reply, hasEnded) = state.withLock { ($0.replies.removeValue(forKey: number), $0.hasEnded) }
                if let reply {
                    let message = try JSONDecoder().decode(Message<Reply>.self, from: Data(reply))
                    guard let result = message.result else {
                        throw Failure(description: "\(method): \(message.error?.message ?? "no reply")")
                    }
                    return result
                }
                guard !hasEnded, ContinuousClock.now < deadline else {
                    throw Failure(description: "\(method): the browser does not answer")
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        private func wait(for what: String, _ condition: () async throws -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(60)
            // A document that is being replaced answers nothing.
            while (try? await condition()) != true {
                guard ContinuousClock.now < deadline else {
                    throw NeverCameTrue(description: "never: \(what); the page complains of \(complaints)")
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        private func send(_ message: Data) throws {
            var rest = Array(message + [0])[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { throw Failure(description: "the browser has ended") }
                rest = rest.dropFirst(count)
            }
        }

        private func read() {
            var (waiting, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 1 << 16))
            while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
                waiting += buffer.prefix(count)
                while let end = waiting.firstIndex(of: 0) {
                    take(Array(waiting[..<end]))
                    waiting.removeSubrange(...end)
                }
            }
            state.withLock { $0.hasEnded = true }
        }

        private func take(_ message: [UInt8]) {
            guard let object = try? JSONSerialization.jsonObject(with: Data(message)) as? [String: Any] else { return }
            if let number = object["id"] as? Int { return state.withLock { $0.replies[number] = message } }
            let parameters = object["params"] as? [String: Any] ?? [:]
            let complaint: Complaint? =
                switch object["method"] as? String {
                case "Log.entryAdded": Self.logged(parameters["entry"] as? [String: Any] ?? [:])
                case "Runtime.exceptionThrown": Complaint(source: "exception", text: "\(parameters["exceptionDetails"] ?? "")")
                case "Runtime.consoleAPICalled" where ["error", "warning", "assert"].contains(parameters["type"] as? String):
                    Complaint(source: "console", text: "\(parameters["args"] ?? "")")
                default: nil
                }
            if let complaint { state.withLock { $0.complaints.append(complaint) } }
        }

        private static func logged(_ entry: [String: Any]) -> Complaint? {
            guard let level = entry["level"] as? String, level == "error" || level == "warning" else { return nil }
            return Complaint(
                source: entry["source"] as? String ?? "", text: "\(entry["text"] as? String ?? "") \(entry["url"] as? String ?? "")")
        }

        private static func quoted(_ text: String) -> String {
            String(decoding: (try? JSONEncoder().encode(text)) ?? Data("\"\"".utf8), as: UTF8.self)
        }

        /// Starts a program in a group of its own, with `pipe` as its descriptors 3, which it reads, and 4, which it writes.
        private static func spawn(_ program: String, _ arguments: [String], environment: [String: String], pipe: Int32) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for descriptor in 0...2 as ClosedRange<Int32> {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
            for descriptor in 3...4 as ClosedRange<Int32> { posix_spawn_file_actions_adddup2(&actions, pipe, descriptor) }
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            posix_spawnattr_setpgroup(&attributes, 0)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
            let words = ([program] + arguments).map { strdup($0) } + [nil]
            let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
            defer { for pointer in words + variables { free(pointer) } }
            var id: pid_t = 0
            guard posix_spawn(&id, program, &actions, &attributes, words, variables) == 0 else {
                throw SpawnedProgram.CannotStart(program: program)
            }
            return id
        }
    }
#endif
