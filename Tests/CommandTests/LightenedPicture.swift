import Foundation
import SubdialDrawing
import Testing

/// Lightens a picture file by 20 of 255, which a threshold of 0.1 permits.
func lighten(_ path: String) throws {
    let bitmap = try ImageDecoder.decode([UInt8](Data(contentsOf: URL(filePath: path))))
    let pixels = bitmap.pixels.enumerated().map { index, byte in index % 4 == 3 ? byte : UInt8(min(255, Int(byte) + 20)) }
    let lighter = try #require(Bitmap(width: bitmap.width, height: bitmap.height, pixels: pixels))
    try Data(try PNG.encode(lighter)).write(to: URL(filePath: path))
}
