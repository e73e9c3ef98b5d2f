/// Determines which requests the scenario's faults strike.
struct FaultCounter: Sendable {
    private var faults: [(fault: Fault, requests: Int, strikes: Int)]

    init(_ faults: [Fault]) {
        self.faults = faults.map { ($0, 0, 0) }
    }

    /// Counts a request and returns the first fault that strikes it.
    mutating func strike(at endpoint: Endpoint, now: Duration) -> Fault.Kind? {
        var struck: Fault.Kind?
        for index in faults.indices {
            let fault = faults[index].fault
            guard
                fault.endpoints.contains(endpoint), now >= fault.from, fault.until.map({ now < $0 }) ?? true
            else { continue }
            defer { faults[index].requests += 1 }
            guard
                struck == nil, faults[index].requests % fault.every == 0, fault.count.map({ faults[index].strikes < $0 }) ?? true
            else { continue }
            faults[index].strikes += 1
            struck = fault.kind
        }
        return struck
    }
}
