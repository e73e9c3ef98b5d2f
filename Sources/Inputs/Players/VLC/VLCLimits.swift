import SubdialBasics

/// Time and size limits for a VLC.
package struct VLCLimits: Hashable, Sendable {
    /// The time limit for connecting.
    package var connectTimeout: Duration = .seconds(2)
    /// The time limit for a state query or a control.
    package var timeout: Duration = .seconds(4)
    /// The time limit for a cover, which VLC may have to convert first.
    package var pictureTimeout: Duration = .seconds(10)
    /// The maximum size of a response in bytes; a larger playlist yields no upcoming tracks.
    package var maximumAnswer = 2 << 20
    /// The maximum size of a cover in bytes.
    package var maximumPicture = PictureLimit.bytes
    /// The maximum number of upcoming tracks in a reading.
    package var queueLength = 10

    /// Makes limits that suit a VLC on a home network.
    package init() {}
}
