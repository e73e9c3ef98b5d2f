/// An error in SVG path data.
package enum PathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The data do not begin with a move.
    case missingMove(offset: Int)
    /// A character that is not a command, where a command is required.
    case unknownCommand(Character, offset: Int)
    /// A missing number of a command.
    case expectedNumber(command: Character, offset: Int)
    /// A missing flag, `0` or `1`, of an arc.
    case expectedFlag(offset: Int)
    /// A number too large for drawing.
    case numberOutOfRange(offset: Int)

    /// The offset of the error, in characters.
    package var offset: Int {
        switch self {
        case .missingMove(let offset), .unknownCommand(_, let offset), .expectedNumber(_, let offset), .expectedFlag(let offset),
            .numberOutOfRange(let offset):
            offset
        }
    }

    /// The problem, its position and the expected content.
    package var description: String {
        switch self {
        case .missingMove(let offset):
            "path data must begin with M or m (character \(offset))"
        case .unknownCommand(let character, let offset):
            "“\(character)” at character \(offset) of the path data is no command: use M L H V C S Q T A Z, or their small letters"
        case .expectedNumber(let command, let offset):
            "the command \(command) needs a number at character \(offset) of the path data"
        case .expectedFlag(let offset):
            "an arc needs a flag, 0 or 1, at character \(offset) of the path data"
        case .numberOutOfRange(let offset):
            "the number at character \(offset) of the path data is out of range"
        }
    }
}
