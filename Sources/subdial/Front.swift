import EngineWire

/// A command that the engine answers: asks, shows the answer, and looks for another engine where one dies.
struct Front {
    private let command: AttachedCommand
    private let launcher: EngineLauncher
    private var request: FrontRequest
    private var screen: Screen

    init(command: AttachedCommand, launcher: EngineLauncher, request: FrontRequest) {
        self.command = command
        self.launcher = launcher
        self.request = request
        screen = Screen(ignoresMissingReader: !command.needsReader)
    }

    /// Runs the command to its end and returns the code to end with.
    mutating func run() -> Int32 {
        command.isEndless ? follow() : ask()
    }

    /// Asks at most twice; a second time only where nothing of the first answer has been printed.
    private mutating func ask() -> Int32 {
        for _ in 1...2 where !screen.isUsed {
            switch attend() {
            case .over(let code): return code
            case .lost: continue
            case .failed(let reason, _):
                Message.print(reason)
                return ExitCode.unavailable
            }
        }
        Message.print("the engine ended before it had answered; \(EngineLog.path ?? "its log") may tell why")
        return ExitCode.unavailable
    }

    /// Goes on from engine to engine until nobody reads, or the engine says that it is over.
    private mutating func follow() -> Int32 {
        var delay = RestartDelay()
        var told: String?
        var hasBegun = false
        while true {
            let began = Moment.now
            switch attend() {
            case .over(let code):
                return code
            case .lost:
                told = nil
            case .failed(let reason, isFinal: true) where !hasBegun:
                Message.print(reason)
                return ExitCode.unavailable
            case .failed(let reason, _):
                // Once is enough for a log that may grow for days.
                if told != reason { Message.print(reason) }
                told = reason
            }
            hasBegun = true
            if StandardOutput.losesReader(within: delay.delay(afterLasting: Moment.now - began)) { return ExitCode.done }
            OwnProgram.giveWayToSuccessor()
            request.resume = screen.resume
        }
    }

    private enum Ending {
        /// The command is over.
        case over(Int32)
        /// The engine is gone, and has not said that the command is over.
        case lost
        /// There is no engine, or none that answers; `isFinal` where waiting does not help.
        case failed(String, isFinal: Bool)
    }

    /// One engine's answer.
    private mutating func attend() -> Ending {
        let bytes: [UInt8]
        do {
            bytes = try WireFrame.request(request).encoded()
        } catch {
            Message.print("\(error)")
            return .over(ExitCode.usage)
        }
        do {
            var attachment = Attachment(socket: try launcher.connect(), at: launcher.place, command: command, request: bytes)
            switch attachment.run(on: &screen) {
            case .over(let code): return .over(code)
            case .lost: return .lost
            case .refused(let reason): return .failed(reason, isFinal: false)
            case .silent(let engine): return .failed("\(engine)", isFinal: false)
            }
        } catch {
            return .failed("\(error)", isFinal: error.isFinal)
        }
    }
}
