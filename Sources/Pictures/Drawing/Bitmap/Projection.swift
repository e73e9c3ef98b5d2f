import Glibc
import SubdialBasics
import SubdialLayout

/// A projection of the plane: a matrix of three rows and columns.
package struct Projection: Hashable, Sendable {
    /// The elements, row by row.
    private let elements: [Double]

    /// Creates a projection of nine elements, row by row: a point (x, y, 1) becomes the product of the matrix with it.
    init(_ elements: [Double]) { self.elements = elements }

    /// Creates the picture of a plane that is rotated in space.
    ///
    /// The axes are those of Core Animation: y points down, and z to the viewer.
    ///
    /// - Parameters:
    ///   - degrees: The angle around the axis.
    ///   - axis: The components x, y and z of the axis.
    ///   - anchor: The fixed point.
    ///   - anchorZ: The distance of the fixed point from the plane, towards the viewer.
    ///   - eye: The inverse distance of the viewer from the plane; 0 for none, far away.
    package init?(degrees: Double, axis: (x: Double, y: Double, z: Double), anchor: Point, anchorZ: Double, eye: Double) {
        let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
        guard length > 0, length.isFinite, degrees.isFinite, anchorZ.isFinite, eye.isFinite else { return nil }
        let (x, y, z) = (axis.x / length, axis.y / length, axis.z / length)
        let angle = degrees * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        let t = 1 - c
        // Rodrigues' rotation; the columns are those of x, y and z.
        let rows = [
            [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
        ]
        // The plane is at -anchorZ of the fixed point, so that z contributes to each constant.
        let constants = rows.map { -anchorZ * $0[2] }
        let bottom = [-eye * rows[2][0], -eye * rows[2][1], 1 - eye * (constants[2] + anchorZ)]
        let center = Projection([1, 0, -anchor.x, 0, 1, -anchor.y, 0, 0, 1])
        let back = Projection([1, 0, anchor.x, 0, 1, anchor.y, 0, 0, 1])
        let turned = Projection([
            rows[0][0], rows[0][1], constants[0], rows[1][0], rows[1][1], constants[1], bottom[0], bottom[1], bottom[2],
        ])
        self = back.after(turned).after(center)
    }

    /// This projection of what another one gives.
    package func after(_ first: Projection) -> Projection {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for index in 0..<3 { product[row * 3 + column] += elements[row * 3 + index] * first.elements[index * 3 + column] }
            }
        }
        return Projection(product)
    }

    /// The place of a point; nil behind the viewer.
    package func callAsFunction(_ point: Point) -> Point? {
        let w = elements[6] * point.x + elements[7] * point.y + elements[8]
        guard w > 1e-9 else { return nil }
        return Point(
            (elements[0] * point.x + elements[1] * point.y + elements[2]) / w,
            (elements[3] * point.x + elements[4] * point.y + elements[5]) / w)
    }

    /// The opposite; nil for a plane that is seen from its edge.
    var inverse: Projection? {
        let e = elements
        func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { e[a] * e[d] - e[b] * e[c] }
        let adjugate = [
            minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5), -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
            minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
        ]
        let determinant = e[0] * adjugate[0] + e[1] * adjugate[3] + e[2] * adjugate[6]
        guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
        return Projection(adjugate.map { $0 / determinant })
    }
}

extension Bitmap {
    /// The number of samples along each side of a pixel, for smooth edges.
    private static let samples = 3

    /// The projected picture in a picture of another size; nil if nothing of it is seen.
    ///
    /// - Parameter projection: The place of each point of this picture in the other one, both in pixels.
    func projected(by projection: Projection, width: Int, height: Int) -> Bitmap? {
        guard let inverse = projection.inverse else { return nil }
        let corners = [
            Point(0, 0), Point(Double(self.width), 0), Point(0, Double(self.height)), Point(Double(self.width), Double(self.height)),
        ]
        let places = corners.compactMap { projection($0) }
        // A corner behind the viewer may be anywhere.
        let isWhole = places.count == corners.count
        func range(_ values: [Double], _ count: Int) -> Range<Int> {
            guard isWhole, let least = values.min(), let most = values.max() else { return 0..<count }
            let first = min(max(0, Int(saturating: least.rounded(.down)) - 1), count)
            return first..<max(first, min(count, Int(saturating: most.rounded(.up)) + 1))
        }
        let (columns, rows) = (range(places.map(\.x), width), range(places.map(\.y), height))
        guard !columns.isEmpty, !rows.isEmpty, !places.isEmpty else { return nil }
        var result = [UInt8](repeating: 0, count: width * height * 4)
        let (count, ownWidth, ownHeight) = (Self.samples, self.width, self.height)
        let share = 1 / Double(count)
        pixels.withUnsafeBufferPointer { pixels in
            for y in rows {
                for x in columns {
                    var sum = SIMD4<Double>()
                    for index in 0..<count * count {
                        let point = Point(
                            Double(x) + (Double(index % count) + 0.5) * share, Double(y) + (Double(index / count) + 0.5) * share)
                        guard let source = inverse(point) else { continue }
                        sum += Self.color(source, pixels, width: ownWidth, height: ownHeight)
                    }
                    sum *= share * share
                    let start = (y * width + x) * 4
                    for byte in 0..<4 { result[start + byte] = UInt8(saturating: sum[byte].rounded()) }
                }
            }
        }
        return Bitmap(width: width, height: height, pixels: result)
    }

    /// The colour at a point, between the centres of four pixels; outside of the picture, it is transparent.
    private static func color(_ point: Point, _ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int) -> SIMD4<Double> {
        let (x, y) = (point.x - 0.5, point.y - 0.5)
        guard x > -1, y > -1, x < Double(width), y < Double(height) else { return SIMD4() }
        let (left, top) = (Int(saturating: x.rounded(.down)), Int(saturating: y.rounded(.down)))
        let (right, down) = (x - Double(left), y - Double(top))
        func pixel(_ column: Int, _ row: Int) -> SIMD4<Double> {
            guard column >= 0, row >= 0, column < width, row < height else { return SIMD4() }
            let start = (row * width + column) * 4
            return SIMD4(Double(pixels[start]), Double(pixels[start + 1]), Double(pixels[start + 2]), Double(pixels[start + 3]))
        }
        let upper = pixel(left, top) * (1 - right) + pixel(left + 1, top) * right
        let lower = pixel(left, top + 1) * (1 - right) + pixel(left + 1, top + 1) * right
        return upper * (1 - down) + lower * down
    }
}
