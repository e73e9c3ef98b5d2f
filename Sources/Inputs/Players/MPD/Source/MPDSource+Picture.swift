import SubdialPlayback

extension MPDSource {
    /// Returns the picture embedded in the file, or else the one beside it, in its own size and format.
    ///
    /// It is fetched over a separate connection, so that a large picture does not delay other commands.
    package func picture(of artwork: Artwork, in zone: ZoneID, side: Int) async throws(SourceError) -> [UInt8]? {
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

/// Fetches pictures in chunks.
struct MPDPictureFetch {
    let session: MPDSession
    let limits: MPDLimits

    /// Requests larger chunks; daemons before 0.22.4 do not support this.
    func enlargePieces() throws(MPDError) {
        _ = try unlessRefused { () throws(MPDError) in
            try session.ask(MPDCommand("binarylimit", "\(limits.pictureChunk)"), within: limits.stateTimeout)
        }
    }

    /// Returns the whole picture; nil if the daemon has none or does not support the command.
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

    /// Runs `body`; returns nil if the daemon reports that the file, picture or command does not exist.
    private func unlessRefused<Value>(_ body: () throws(MPDError) -> Value) throws(MPDError) -> Value? {
        do throws(MPDError) {
            return try body()
        } catch {
            guard case .ack(let ack) = error, ack.code != .permission else { throw error }
            return nil
        }
    }
}
