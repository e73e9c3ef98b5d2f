/// Why SVG path data could not be read.
public enum PathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The data does not begin with a move.
    case missingMove(offset: Int)
    /// A character that is no command, where a command had to be.
    case unknownCommand(Character, offset: Int)
    /// No number where a command needs one.
    case expectedNumber(command: Character, offset: Int)
    /// No `0` or `1` where an arc needs a flag.
    case expectedFlag(offset: Int)
    /// A number too large to draw with.
    case numberOutOfRange(offset: Int)

    /// The place of the fault: characters from the beginning of the data.
    public var offset: Int {
        switch self {
        case .missingMove(let offset), .unknownCommand(_, let offset), .expectedNumber(_, let offset), .expectedFlag(let offset),
            .numberOutOfRange(let offset):
            offset
        }
    }

    /// What is wrong, where, and what belongs there.
    public var description: String {
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
