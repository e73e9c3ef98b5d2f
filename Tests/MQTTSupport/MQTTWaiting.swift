// A release has neither the testing library nor a way into the modules.
#if DEBUG
    import MQTT

    /// Something that did not come.
    struct MQTTNeverCame: Error, CustomStringConvertible { let description: String }

    extension MQTTClient {
        /// A client that is connected to a broker.
        static func connected(to broker: MQTTBroker, _ options: MQTTOptions = .quick) async throws -> MQTTClient {
            let client = try MQTTClient(MQTTAddress(broker.url), options)
            try client.start()
            try await client.wait { $0.isConnected }
            return client
        }

        /// Returns once the state is as it is wanted.
        @discardableResult
        func wait(_ condition: @escaping @Sendable (MQTTState) -> Bool) async throws -> MQTTState {
            for await state in states().limited() where condition(state) { return state }
            throw MQTTNeverCame(description: "never: the state; it is \(state)")
        }
    }

    extension MQTTOptions {
        /// Options for brokers that are stopped and started all the time.
        static var quick: MQTTOptions {
            var options = MQTTOptions()
            options.pauses = (0.02, 0.1)
            return options
        }
    }

    extension AsyncStream where Element: Sendable {
        /// The elements that come within a minute: a machine that is busy with much else takes its time.
        func limited(_ limit: Duration = .seconds(60)) -> AsyncStream<Element> {
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

        /// The first elements.
        func first(_ count: Int) async throws -> [Element] {
            var elements: [Element] = []
            for await element in limited() {
                elements.append(element)
                if elements.count == count { return elements }
            }
            throw MQTTNeverCame(description: "only \(elements.count) of \(count) came: \(elements)")
        }

        /// The first element that is wanted.
        func first(where condition: (Element) -> Bool) async throws -> Element {
            for await element in limited() where condition(element) { return element }
            throw MQTTNeverCame(description: "never: the element")
        }
    }
#endif
