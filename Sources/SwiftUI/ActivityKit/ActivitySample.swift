import Foundation

/// An activity of any type, as it is shown: what a picture is drawn from.
package struct ActivitySample: @unchecked Sendable {
    // Unchecked: immutable, and its values are copies that were decoded for it.

    private enum Life {
        /// Of a preview or a test, which says whether it is stale.
        case fixed(isStale: Bool)
        /// Of an activity that was requested.
        case requested(ActivityLife)
    }

    /// The identifier.
    package let id: String
    /// The attributes.
    package let attributes: any ActivityAttributes
    /// The state: a `ContentState` of the type of the attributes.
    package let state: Any
    /// What ActivityKit has refused.
    package let problems: [String]
    private let life: Life

    /// The identifier of an activity that was not requested; it is the same in each run.
    private static let fixedID = "00000000-0000-0000-0000-000000000000"

    /// Attributes with a state, such as those of a preview.
    ///
    /// - Throws: An error for values that ActivityKit does not transfer.
    package init<Attributes: ActivityAttributes>(
        _ attributes: Attributes, _ state: Attributes.ContentState, isStale: Bool = false
    ) throws(ActivityDataError) {
        self.init(try ActivityData(attributes, state), id: Self.fixedID, life: .fixed(isStale: isStale), problems: [])
    }

    /// An activity with its content of now.
    package init<Attributes: ActivityAttributes>(_ activity: Activity<Attributes>) {
        let record = activity.record
        self.init(record.data, id: activity.id, life: .requested(record.life), problems: record.problems)
    }

    private init<Attributes: ActivityAttributes>(_ data: ActivityData<Attributes>, id: String, life: Life, problems: [String]) {
        self.id = id
        self.life = life
        self.problems = problems
        attributes = data.attributes
        state = data.state
    }

    /// The part of its life in which the activity is at a date.
    package func state(at date: Date) -> ActivityState {
        switch life {
        case .fixed(let isStale): isStale ? .stale : .active
        case .requested(let life): life.state(at: date)
        }
    }

    /// True if the stale date has passed, also of an activity that has ended since.
    package func isStale(at date: Date) -> Bool {
        switch life {
        case .fixed(let isStale): isStale
        case .requested(let life): life.isStale(at: date)
        }
    }
}

/// The dates of an activity.
struct ActivityLife {
    /// The scheduled start; nil if it started when it was requested.
    let start: Date?
    /// The date from which its content is stale; nil for never.
    var staleDate: Date?
    /// The date from which it is dismissed, once it has ended; nil until then.
    var dismissal: Date?

    func isStale(at date: Date) -> Bool { staleDate.map { $0 <= date } ?? false }

    func state(at date: Date) -> ActivityState {
        if let dismissal { return dismissal <= date ? .dismissed : .ended }
        if let start, start > date { return .pending }
        return isStale(at: date) ? .stale : .active
    }
}
