/// The channels of a mixing console as it has told them.
public struct ConsoleState: Hashable, Sendable {
    /// The id that stands for the master strip.
    public static let masterID = "master"
    /// The first time that can be one of a wall clock, in 2001: a console may count from its own start.
    private static let firstTime: Int64 = 1_000_000_000_000_000_000
    /// Nanoseconds by which a console's clock may be ahead; later times are not believed.
    private static let tolerance: Int64 = 60_000_000_000

    /// The channels in the console's order.
    public internal(set) var channels: [ConsoleChannel] = []
    /// The master strip.
    public internal(set) var master = ConsoleChannel(id: Self.masterID, name: "Master", type: "master")
    /// The id of the selected channel; empty where none is.
    public internal(set) var selected = ""
    /// True once this connection has told anything.
    public private(set) var isTold = false
    /// The time of the newest message.
    private var newest: Int64 = 0
    /// The time of the newest message that told all channels.
    private var newestWhole: Int64 = 0
    /// True once this connection has told all channels.
    public var isWhole: Bool { newestWhole > 0 }

    /// Makes a console that nothing is known of.
    public init() {}

    /// The strip of that id; the master strip by ``masterID``.
    public internal(set) subscript(id: String) -> ConsoleChannel? {
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

    /// The strip of that id or name, which counts in any case.
    public func channel(_ text: String) -> ConsoleChannel? {
        self[text] ?? channels.first { $0.name.lowercased() == text.lowercased() }
            ?? (master.name.lowercased() == text.lowercased() ? master : nil)
    }

    /// Begins another connection: what is known stays until it is told anew, and all times are forgotten.
    public mutating func begin() {
        (isTold, newest, newestWhole) = (false, 0, 0)
        func forget(_ channel: inout ConsoleChannel) { for field in ConsoleField.allCases { channel[field].forgetTimes() } }
        forget(&master)
        for index in channels.indices { forget(&channels[index]) }
    }

    /// Takes a message.
    ///
    /// - Parameters:
    ///   - received: When it came, in nanoseconds since 1970: its time, where it has none that can be believed.
    ///   - seconds: When it came on a steady clock, for the meters.
    public mutating func take(_ report: ConsoleReport, received: Int64, seconds: Double) {
        func believed(_ time: Int64) -> Bool { time >= Self.firstTime && time - Self.tolerance <= received }
        // Messages without a time are in the order in which they come.
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
            master.take(row, at: time, written: row.times.filter { believed($0.value) }, seconds: seconds)
        }
        for row in report.channels {
            var index = channels.firstIndex { $0.id == row.id }
            if index == nil, !report.isWhole, channels.count < ConsoleReport.maximumChannels {
                channels.append(ConsoleChannel(id: row.id, name: row.name ?? row.id))
                index = channels.endIndex - 1
            }
            guard let index else { continue }
            channels[index].take(row, at: time, written: row.times.filter { believed($0.value) }, seconds: seconds)
        }
    }

    /// Takes an edit that the console has taken.
    public mutating func take(_ edit: ConsoleEdit) { self[edit.channel]?[edit.field].take(edit) }

    /// True where the console was told something else after the edit, by its own word.
    public func supersedes(_ edit: ConsoleEdit) -> Bool { self[edit.channel]?[edit.field].supersedes(edit) ?? false }

    /// The console as it is shown while edits wait: as if it had taken them.
    public func showing(_ edits: [ConsoleEdit]) -> ConsoleState {
        var state = self
        for edit in edits where !supersedes(edit) {
            state[edit.channel]?[edit.field].show(edit)
            state[edit.channel]?.isPending = true
        }
        return state
    }
}
