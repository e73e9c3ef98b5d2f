import SubdialDrawing

/// A cluster of similar pixels of a cover.
public struct ColorCluster: Hashable, Sendable {
    /// The mean colour of the pixels in OKLab.
    public var color: Color
    /// The fraction of the pixels in the cluster, 0 to 1.
    public var weight: Double

    /// True unless the colour is nearly white, black or grey.
    var isColorful: Bool {
        let lch = OKLCH(color)
        return lch.lightness > 0.2 && lch.lightness < 0.95 && lch.chroma > 0.035
    }

    /// The maximum number of clusters.
    static let count = 6
    /// The edge of the square to which a cover is scaled before clustering, in pixels.
    private static let side = 48

    /// The clusters of a cover, computed by k-means in OKLab.
    ///
    /// The initial centres depend only on the picture, so the same cover has the same clusters on any machine.
    public static func clusters(of bitmap: Bitmap) -> [ColorCluster] {
        let small = bitmap.croppedToSquare().resized(width: side, height: side)
        var pixels: [OKLab] = []
        for y in 0..<side {
            for x in 0..<side {
                if let color = small.color(x: x, y: y), color.alpha > 0.5 { pixels.append(OKLab(color)) }
            }
        }
        guard !pixels.isEmpty else { return [] }
        var centers = firstCenters(pixels)
        var owners = [Int](repeating: 0, count: pixels.count)
        for _ in 0..<12 {
            for (index, pixel) in pixels.enumerated() { owners[index] = nearest(pixel, centers) }
            var sums = [(lab: OKLab, count: Double)](repeating: (OKLab(lightness: 0, a: 0, b: 0), 0), count: centers.count)
            for (pixel, owner) in zip(pixels, owners) {
                sums[owner].lab.lightness += pixel.lightness
                sums[owner].lab.a += pixel.a
                sums[owner].lab.b += pixel.b
                sums[owner].count += 1
            }
            for (index, sum) in sums.enumerated() where sum.count > 0 {
                centers[index] = OKLab(lightness: sum.lab.lightness / sum.count, a: sum.lab.a / sum.count, b: sum.lab.b / sum.count)
            }
        }
        return centers.indices.map { index in
            ColorCluster(color: centers[index].color, weight: Double(owners.count { $0 == index }) / Double(pixels.count))
        }.filter { $0.weight > 0.01 }.sorted { $0.weight > $1.weight }
    }

    /// The middle pixel, followed repeatedly by the pixel farthest from all chosen so far.
    private static func firstCenters(_ pixels: [OKLab]) -> [OKLab] {
        var centers = [pixels[pixels.count / 2]]
        var distances = [Double](repeating: .infinity, count: pixels.count)
        while centers.count < count {
            var farthest = 0
            for (index, pixel) in pixels.enumerated() {
                distances[index] = min(distances[index], distance(pixel, centers[centers.count - 1]))
                if distances[index] > distances[farthest] { farthest = index }
            }
            guard distances[farthest] > 1e-4 else { break }
            centers.append(pixels[farthest])
        }
        return centers
    }

    private static func nearest(_ pixel: OKLab, _ centers: [OKLab]) -> Int {
        var best = 0
        for index in centers.indices where distance(pixel, centers[index]) < distance(pixel, centers[best]) { best = index }
        return best
    }

    private static func distance(_ left: OKLab, _ right: OKLab) -> Double {
        let (l, a, b) = (left.lightness - right.lightness, left.a - right.a, left.b - right.b)
        return l * l + a * a + b * b
    }
}
