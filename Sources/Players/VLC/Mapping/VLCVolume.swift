import Playback

/// VLC's volume as per cent.
///
/// The scale ends at 100, as that of the same player over MPRIS does: VLC can go further, up to twice as far, where it gets distorted. Only
/// who asks for that exactly gets it.
enum VLCVolume {
    /// What VLC has for 100 %.
    static let full = 256

    static let scale = VolumeScale(minimum: 0, maximum: 100, step: 1, unit: .number, boost: 200)

    /// Hundredths of a number of VLC's.
    ///
    /// Each of them has a number of its own, so that nothing is lost there and back.
    static func percent(_ raw: Int) -> Double { (Double(raw) * 100 / Double(full)).rounded() }

    /// VLC's number for hundredths.
    static func raw(_ percent: Double) -> Int { Int(saturating: (percent * Double(full) / 100).rounded()) }
}

extension VLCStatus {
    /// The volume; nil where VLC does not tell it.
    ///
    /// While it is silenced the value is that to which it will come back.
    ///
    /// - Parameter mutedFrom: VLC's number before this program silenced it; nil where it did not.
    func level(mutedFrom: Int?) -> Volume? {
        guard let volume else { return nil }
        let isMuted = volume == 0 && mutedFrom != nil
        return Volume(value: VLCVolume.percent(isMuted ? mutedFrom ?? 0 : volume), scale: VLCVolume.scale, isMuted: isMuted)
    }
}
