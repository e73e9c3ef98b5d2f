#pragma once

#include <taglib/tbytevector.h>

/// True if the bytes begin as a JPEG, PNG, WebP, GIF, BMP, TIFF or HEIF picture does.
bool startsAsPicture(const TagLib::ByteVector &bytes);

/// The bytes from the start of a picture that begins shortly after their own start; all bytes where none does.
TagLib::ByteVector fromPictureStart(const TagLib::ByteVector &bytes);
