#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <taglib/apetag.h>
#include <taglib/asftag.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4tag.h>
#include <taglib/tpropertymap.h>
#include <taglib/xiphcomment.h>

/// What a music file has: its tags, and its pictures.
struct Song {
    int64_t milliseconds = 0;
    uint32_t track = 0;
    uint32_t year = 0;
    std::string title, artist, album, albumArtist;

    /// Adds the texts of a file.
    void add(const TagLib::Tag *tag, const TagLib::PropertyMap &properties);

    // Each adds the pictures of one kind of tag, which may be missing.
    void add(const TagLib::List<TagLib::FLAC::Picture *> &pictures);
    void add(TagLib::Ogg::XiphComment *comment);
    void add(TagLib::MP4::Tag *tag);
    void add(TagLib::ASF::Tag *tag);
    void add(TagLib::APE::Tag *tag);
    /// - Parameter stream: The file, whose tag is read again where TagLib misreads a picture.
    void add(TagLib::ID3v2::Tag *tag, TagLib::IOStream *stream);

    /// Puts the pictures into the order of preference.
    void sort();

    /// The next picture in that order; empty after the last one.
    TagLib::ByteVector nextPicture();

private:
    struct Picture {
        TagLib::ByteVector bytes;
        int rank;
    };

    std::vector<Picture> pictures;
    size_t next = 0;

    /// Adds the texts that are still missing.
    void fill(const TagLib::PropertyMap &properties);

    /// - Parameters:
    ///   - type: The type of the picture as ID3v2 and FLAC number them.
    ///   - mime: The declared format, which is `-->` for the address of a picture.
    void add(const TagLib::ByteVector &bytes, int type, const TagLib::String &mime);
};
