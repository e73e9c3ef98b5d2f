// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import SubdialMQTT

    /// The error of an element that did not arrive in time.
    struct MQTTNeverCame: Error, CustomStringConvertible { let description: String }

    extension MQTTClient {
        /// Returns a client that is connected to a broker.
        static func connected(to broker: MQTTBroker, _ options: MQTTOptions = .quick) async throws -> MQTTClient {
            let client = try MQTTClient(MQTTAddress(broker.url), options)
            try client.start()
            try await client.wait { $0.isConnected }
            return client
        }

        /// Waits until the state satisfies the condition.
        @discardableResult
        func wait(_ condition: @escaping @Sendable (MQTTState) -> Bool) async throws -> MQTTState {
            for await state in states().limited() where condition(state) { return state }
            throw MQTTNeverCame(description: "never: the state; it is \(state)")
        }
    }

    extension MQTTOptions {
        /// Options with short retry delays, for brokers that are restarted often.
        static var quick: MQTTOptions {
            var options = MQTTOptions()
            options.pauses = (0.02, 0.1)
            return options
        }
    }

    extension AsyncStream where Element: Sendable {
        /// The elements that arrive within a minute, a limit that suits a busy machine.
        func limited(_ limit: Duration = .seconds(180)) -> AsyncStream<Element> {
            let (stream, continuation) = AsyncStream.makeStream()
            let task = Task {
                for await element in self { continuation.yield(element) }
                continuation.finish()
            }
            let timer = Task {
                try await Task.sleep(for: limit)
                task.cancel()
                continuation.finish()
            }
            continuation.onTermination = { _ in
                task.cancel()
                timer.cancel()
            }
            return stream
        }

        /// Waits for the first `count` elements.
        func first(_ count: Int) async throws -> [Element] {
            var elements: [Element] = []
            for await element in limited() {
                elements.append(element)
                if elements.count == count { return elements }
            }
            throw MQTTNeverCame(description: "only \(elements.count) of \(count) came: \(elements)")
        }

        /// Waits for the first element that satisfies the condition.
        func first(where condition: (Element) -> Bool) async throws -> Element {
            for await element in limited() where condition(element) { return element }
            throw MQTTNeverCame(description: "never: the element")
        }
    }
#endif
