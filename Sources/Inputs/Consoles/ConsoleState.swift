import SubdialDocuments

/// The state of a mixing console as it has reported it.
package struct ConsoleState: Hashable, Sendable {
    /// The id of the master strip.
    package static let masterID = "master"
    /// The earliest plausible wall-clock time, in 2001: a console may count from its own start.
    private static let firstTime: Int64 = 1_000_000_000_000_000_000
    /// The nanoseconds by which a console's clock may be ahead; later times are ignored.
    private static let tolerance: Int64 = 60_000_000_000

    /// The channels in the console's order.
    package internal(set) var channels: [ConsoleChannel] = []
    /// The master strip.
    package internal(set) var master = ConsoleChannel(id: Self.masterID, name: "Master", type: "master")
    /// The id of the selected channel; empty if there is none.
    package internal(set) var selected = ""
    /// True after the first report on this connection.
    package private(set) var isTold = false
    /// The time of the latest message.
    private var newest: Int64 = 0
    /// The time of the latest message with all channels.
    private var newestWhole: Int64 = 0
    /// True after a report with all channels on this connection.
    package var isWhole: Bool { newestWhole > 0 }

    /// Makes an empty state.
    package init() {}

    /// The strip with that id; ``masterID`` for the master strip.
    package internal(set) subscript(id: String) -> ConsoleChannel? {
        get { id == Self.masterID ? master : channels.first { $0.id == id } }
        set {
            guard let newValue else { return }
            if id == Self.masterID {
                master = newValue
            } else if let index = channels.firstIndex(where: { $0.id == id }) {
                channels[index] = newValue
            }
        }
    }

    /// The strip with that id or case-insensitive name.
    package func channel(_ text: String) -> ConsoleChannel? {
        self[text] ?? channels.first { $0.name.lowercased() == text.lowercased() }
            ?? (master.name.lowercased() == text.lowercased() ? master : nil)
    }

    /// Starts another connection: the state stays until it is reported again, and all timestamps are reset.
    package mutating func start() {
        (isTold, newest, newestWhole) = (false, 0, 0)
        func forget(_ channel: inout ConsoleChannel) { for field in ConsoleField.allCases { channel[field].forgetTimes() } }
        forget(&master)
        for index in channels.indices { forget(&channels[index]) }
    }

    /// Applies a message.
    ///
    /// - Parameters:
    ///   - received: When it arrived, in nanoseconds since 1970; used as its time if it has no plausible one.
    ///   - seconds: When it arrived on a steady clock, for the meters.
    package mutating func apply(_ report: ConsoleReport, received: Int64, seconds: Double) {
        func believed(_ time: Int64) -> Bool { time >= Self.firstTime && time - Self.tolerance <= received }
        // Messages without a time are ordered by arrival.
        let time = report.time.flatMap { believed($0) ? $0 : nil } ?? max(received, newest)
        newest = max(newest, time)
        isTold = true
        if report.isWhole, time >= newestWhole {
            newestWhole = time
            let known = Dictionary(channels.map { ($0.id, $0) }) { first, _ in first }
            var ids: Set<String> = []
            channels = report.channels.filter { ids.insert($0.id).inserted }.map { row in
                known[row.id] ?? ConsoleChannel(id: row.id, name: row.name ?? row.id)
            }
        }
        if time >= newest, let selected = report.selected { self.selected = selected }
        if let row = report.master {
            master.apply(row, at: time, written: row.times.filter { believed($0.value) }, seconds: seconds)
        }
        for row in report.channels {
            var index = channels.firstIndex { $0.id == row.id }
            if index == nil, !report.isWhole, channels.count < ConsoleReport.maximumChannels {
                channels.append(ConsoleChannel(id: row.id, name: row.name ?? row.id))
                index = channels.endIndex - 1
            }
            guard let index else { continue }
            channels[index].apply(row, at: time, written: row.times.filter { believed($0.value) }, seconds: seconds)
        }
    }

    /// Applies an edit that the console has confirmed.
    package mutating func apply(_ edit: ConsoleEdit) { self[edit.channel]?[edit.field].apply(edit) }

    /// True if the console reports a write that is later than the edit.
    package func supersedes(_ edit: ConsoleEdit) -> Bool { self[edit.channel]?[edit.field].supersedes(edit) ?? false }

    /// The state to display while edits are pending: as if they had been applied.
    package func showing(_ edits: [ConsoleEdit]) -> ConsoleState {
        var state = self
        for edit in edits where !supersedes(edit) {
            state[edit.channel]?[edit.field].display(edit)
            state[edit.channel]?.isPending = true
        }
        return state
    }
}

extension ConsoleState {
    /// The settings as a `MixingConsoleState` without levels, to store when the console disconnects.
    package var json: JSONValue {
        func settings(_ channel: ConsoleChannel) -> [JSONMember] {
            ConsoleField.allCases.map { field in
                let value = channel[field].value
                return JSONMember(field.wireName(isMaster: false), field.isSwitch ? .bool(value != 0) : .double(value))
            }
        }
        let rows = (channels + [master]).map { channel in
            JSONValue.object(
                [
                    JSONMember("id", .string(channel.id)), JSONMember("name", .string(channel.name)),
                    JSONMember("type", .string(channel.type)),
                ]
                    + settings(channel))
        }
        return ["message_type": "MixingConsoleState", "selectedChannel": .string(selected), "channels": .array(rows)]
    }
}
