import Playback

extension MPDSource {
    /// The picture inside the file, or else the one that lies beside it, of whatever size and kind it is.
    ///
    /// It comes over a connection of its own, since a large one would keep all else waiting.
    public func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
        try check(zone)
        guard let file = MPDArtwork.file(of: artwork), MPDCommand("readpicture", file, "0").line != nil else { return nil }
        let connection = MPDConnection(to: address, limits: limits)
        defer { connection.close() }
        do throws(MPDError) {
            let limits = limits
            return try await connection.run { (session) throws(MPDError) in
                let fetch = MPDPictureFetch(session: session, limits: limits)
                try fetch.enlargePieces()
                if let picture = try fetch.picture("readpicture", file) { return picture }
                return try fetch.picture("albumart", file)
            }
        } catch {
            throw SourceError(error, address: address)
        }
    }
}

/// Fetches pictures piece by piece.
struct MPDPictureFetch {
    let session: MPDSession
    let limits: MPDLimits

    /// Asks for larger pieces, which daemons before 0.22.4 do not know.
    func enlargePieces() throws(MPDError) {
        _ = try unlessRefused { () throws(MPDError) in
            try session.ask(MPDCommand("binarylimit", "\(limits.pictureChunk)"), within: limits.stateTimeout)
        }
    }

    /// The whole picture; nil where the daemon has none, or does not know how to find one.
    func picture(_ command: String, _ file: String) throws(MPDError) -> [UInt8]? {
        var picture: [UInt8] = []
        while true {
            let offset = picture.count
            let piece = try unlessRefused { () throws(MPDError) in
                try session.askForPiece(MPDCommand(command, file, "\(offset)"), within: limits.pictureTimeout)
            }
            guard let piece, let size = piece.size, size > 0 else { return nil }
            guard !piece.bytes.isEmpty, piece.bytes.count <= size - offset else {
                throw .malformed("the pieces of the picture do not make up its size")
            }
            if offset == 0 { picture.reserveCapacity(size) }
            picture += piece.bytes
            if picture.count == size { return picture }
        }
    }

    /// nil where there is no such file, picture or command.
    private func unlessRefused<Value>(_ body: () throws(MPDError) -> Value) throws(MPDError) -> Value? {
        do throws(MPDError) {
            return try body()
        } catch {
            guard case .ack(let ack) = error, ack.code != .permission else { throw error }
            return nil
        }
    }
}
