// Makes number conversions that could trap a warning in every file of this module.
@_exported import Numbers
