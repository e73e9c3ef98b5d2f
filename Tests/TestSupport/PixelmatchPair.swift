/// Pairs of pictures that pixelmatch 7.2.0 itself has counted, half of them with translucent pixels.
///
/// The counts were made by running `index.js` of https://github.com/mapbox/pixelmatch, tag v7.2.0, on the pixels under Node.js.
public struct PixelmatchPair: Sendable {
    /// The size, in pixels.
    public let width: Int, height: Int
    /// The pixels, in RGBA.
    public let first: [UInt8], second: [UInt8]
    /// The counts of different pixels: by default, with `includeAA`, with a threshold of 0.03, and of large pairs also on white.
    public let counts: [Int]

    /// Three hundred pairs in random colours.
    public static let small = table(smallCounts).enumerated().map { small($0.offset + 1, $0.element) }

    /// Pairs of several words of pixels a row, with edges that are smoothed at other places.
    public static let large = table(largeCounts).enumerated().map { large($0.offset + 1, $0.element) }

    private static func table(_ text: String) -> [[Int]] {
        text.split(separator: /\s+/).map { $0.split(separator: "/").compactMap { Int($0) } }
    }

    private static let smallCounts = """
        18/22/18 27/34/34 40/56/41 16/21/21 27/35/30 39/49/53 17/22/19 31/34/46 59/76/60 16/17/24 34/46/38 39/55/53 84/118/91 31/41/40 56/85/60
        53/77/79 37/51/40 59/68/78 105/135/115 21/25/33 66/97/71 71/96/91 37/45/40 33/47/58 90/127/102 97/131/135 57/73/63 78/110/102 21/34/22 6/9/8
        12/18/14 29/36/41 7/12/7 20/23/27 36/50/38 47/56/63 19/28/23 30/36/45 75/99/78 16/24/28 61/76/62 43/55/75 18/28/19 29/34/39 69/97/76
        12/13/19 47/65/51 28/45/52 119/161/127 35/46/45 81/105/90 76/106/114 48/58/52 67/77/89 111/155/125 19/34/29 68/91/70 17/20/24 36/43/44 9/9/11
        31/38/34 20/33/30 11/17/11 26/33/32 37/63/39 14/18/20 40/53/41 39/48/63 12/14/13 19/30/28 67/85/73 65/86/98 40/52/43 40/59/62 74/111/81
        37/45/49 72/95/75 66/90/100 32/44/33 49/53/69 99/142/106 79/119/121 49/71/56 67/92/100 150/194/165 45/62/64 11/17/12 19/25/28 6/7/7 16/20/26
        32/41/33 9/12/11 22/32/23 27/33/36 60/84/67 16/21/26 51/61/54 41/57/57 23/32/29 42/60/57 73/112/81 17/22/20 48/64/52 53/70/75 130/162/139
        30/38/42 77/101/80 70/92/101 46/64/51 64/81/80 112/152/121 16/20/36 75/94/79 88/123/109 22/31/28 8/10/14 24/31/27 24/28/36 14/20/15 25/37/35
        46/60/46 8/11/13 39/49/47 40/59/61 28/31/29 29/37/38 66/86/71 62/79/89 32/44/36 58/71/77 109/142/113 29/39/40 69/93/78 62/86/95 40/49/43
        40/53/66 80/121/97 20/28/26 52/78/62 59/86/79 119/175/127 29/47/45 91/129/99 96/136/142 8/10/9 10/14/17 24/33/32 7/10/8 17/29/17 26/38/38
        61/77/67 20/27/36 49/63/52 43/57/59 24/33/27 22/29/37 57/79/60 13/22/20 64/71/70 57/72/82 17/28/17 27/40/40 59/92/65 72/103/101 50/73/52
        60/85/84 101/149/112 30/37/38 57/85/64 80/102/119 35/42/39 45/56/63 102/144/111 17/25/24 16/17/18 17/23/25 37/49/39 14/15/14 35/43/36 42/49/49
        12/14/13 36/41/48 57/77/61 2/4/9 32/52/38 38/48/52 97/125/103 28/35/37 53/84/56 47/68/73 29/38/40 42/53/66 78/117/85 19/24/24 47/65/54
        62/93/84 147/191/162 42/60/54 93/132/111 111/152/154 53/68/55 63/85/97 27/36/30 10/12/15 21/26/26 25/31/33 11/13/11 19/26/26 26/46/31 34/57/41
        28/39/28 30/42/38 71/95/78 19/25/25 45/66/47 42/61/62 19/27/21 24/31/36 82/102/93 68/88/96 36/48/38 59/80/70 120/165/131 31/40/36 68/104/73
        69/94/115 38/50/39 60/73/81 123/162/133 23/32/32 69/96/72 10/12/18 26/39/29 12/16/15 47/54/47 26/34/39 21/28/23 27/34/36 58/74/64 15/19/22
        33/39/37 48/59/61 67/88/79 34/42/41 58/78/61 52/69/76 30/42/32 54/70/66 84/110/90 17/21/30 66/83/72 69/90/96 20/30/20 48/62/59 75/106/83
        95/115/122 56/69/59 56/80/86 135/186/143 30/42/42 17/19/19 18/27/25 6/10/10 22/24/26 24/33/28 34/38/55 19/26/28 33/40/44 68/81/74 17/25/21
        51/67/58 41/57/51 20/31/23 39/45/58 74/92/82 15/22/23 59/76/63 52/61/86 104/146/108 22/29/26 78/102/84 62/95/88 36/51/37 49/66/70 114/146/118
        24/36/38 76/104/81 80/111/113 137/200/151 4/10/6 17/22/19 20/32/33 11/19/13 13/20/16 33/50/34 7/16/12 26/39/28 28/37/48 12/13/12 20/27/31
        """

    private static let largeCounts = """
        87/1634/102/87 34/553/171/31 70/1278/114/70 367/1365/566/139 232/1988/276/232 96/601/453/129 273/2898/294/273 528/2288/628/228
        2683/9844/3955/2683 251/6390/1926/255 604/11633/610/604 437/8693/538/402 691/10669/702/691 862/5357/1471/460 664/7162/746/664
        512/3761/835/484 854/8865/918/854 4302/11636/10217/5047 1346/27310/1535/1346 1495/7336/3089/410 1432/25841/1445/1432 737/6373/2263/683
        1653/19270/1855/1653 794/8506/3069/948
        """

    /// Blocks of 3 × 3 pixels in random colours, and the same with a quarter of the pixels changed in every channel.
    private static func small(_ number: Int, _ counts: [Int]) -> PixelmatchPair {
        var random = SplitMix64(seed: UInt64(number))
        let (width, height, hasAlpha) = (6 + number % 29, 5 + number * 7 % 23, number % 2 == 0)
        let (columns, rows) = ((width + 2) / 3, (height + 2) / 3)
        let blocks = (0..<columns * rows).map { _ -> [UInt8] in
            let bits = random.next()
            return (0..<4).map { $0 == 3 && !hasAlpha ? 255 : UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
        }
        var (first, second): ([UInt8], [UInt8]) = ([], [])
        for y in 0..<height {
            for x in 0..<width {
                let color = blocks[y / 3 * columns + x / 3]
                first += color
                let bits = random.next()
                second += color.enumerated().map { channel, byte in
                    guard bits & 3 == 0, channel < 3 || hasAlpha else { return byte }
                    let change = Int(bits >> UInt64(8 + 8 * channel) & 255) - 128
                    return UInt8(clamping: Int(byte) + change)
                }
            }
        }
        return PixelmatchPair(width: width, height: height, first: first, second: second, counts: counts)
    }

    /// Stripes in six colours with a soft pixel between two, once more a pixel to the left, and a pixel of 64 in another colour.
    private static func large(_ number: Int, _ counts: [Int]) -> PixelmatchPair {
        var random = SplitMix64(seed: UInt64(number * 1000))
        let (width, height, hasAlpha) = (130 + number * 37, 20 + number * 3, number % 2 == 0)
        let colors = (0..<6).map { _ -> [UInt8] in
            let bits = random.next()
            return (0..<4).map { $0 == 3 && !hasAlpha ? 255 : UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
        }
        let side = 3 + number % 9
        func color(_ place: Int) -> [UInt8] {
            let (one, two) = (colors[place / side % 6], colors[(place / side + 1) % 6])
            return place % side == side - 1 ? zip(one, two).map { UInt8((Int($0) + Int($1)) / 2) } : one
        }
        var (first, second): ([UInt8], [UInt8]) = ([], [])
        for y in 0..<height {
            for x in 0..<width {
                first += color(x + y / 2)
                var other = color(x + y / 2 + 1)
                let bits = random.next()
                if bits & 63 == 0 {
                    for channel in 0..<3 { other[channel] = UInt8(truncatingIfNeeded: bits >> UInt64(8 + 8 * channel)) }
                }
                second += other
            }
        }
        return PixelmatchPair(width: width, height: height, first: first, second: second, counts: counts)
    }
}
