#pragma once

#include <vector>

#include <taglib/tbytevector.h>
#include <taglib/tiostream.h>

/// A picture in a frame of ID3v2 whose other fields are broken.
struct RawPicture {
    TagLib::ByteVector bytes;
    int type;
};

/// The pictures in the frames of the tag with which a file begins, by the starts of the pictures themselves. Compressed frames have none.
std::vector<RawPicture> rawPictures(TagLib::IOStream *stream);
