/// The measure by which two colours are perceived as different.
public enum ColorMetric: String, Hashable, Sendable, Codable, CaseIterable {
    /// The measure of pixelmatch 7: the distance in YIQ (Kotsarenko and Ramos, 2010).
    case yiq
    /// The measure of pixelmatch 8: the distance HyAB (Abasi and others, 2019) in OKLab with corrected lightness (Ottosson, 2020).
    ///
    /// It sees changes of hue at the same brightness, and does not exaggerate those near black.
    case oklab
}
