// Turns on the warnings of `Numbers` for conversions that could trap, in every file of this module.
@_exported import Numbers
