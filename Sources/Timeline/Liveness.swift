/// What of a picture or a line changes by itself while its entry stays the same.
public struct Liveness: Hashable, Sendable {
    /// Whether the seconds of the position, or of what remains, can be read.
    public var showsSeconds: Bool
    /// How many steps a progress line can show, which is its length in pixels; 0 where there is none.
    public var progressSteps: Int
    /// Whether the age of the last contact can be read, in minutes.
    public var showsAge: Bool

    /// Makes a liveness in which nothing changes but what is named.
    public init(showsSeconds: Bool = false, progressSteps: Int = 0, showsAge: Bool = false) {
        self.showsSeconds = showsSeconds
        self.progressSteps = progressSteps
        self.showsAge = showsAge
    }

    /// Nothing changes by itself.
    public static let still = Liveness()
}
