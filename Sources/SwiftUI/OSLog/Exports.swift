// Two aliases cannot name one module.
@_exported import SubdialOS
