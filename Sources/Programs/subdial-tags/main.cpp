// Reads the tags of music files for the engine: TagLib parses whole files of others, and a file that is made for it can overflow its stack or fill
// the memory. This process has nothing to lose. It has limits, and ends with its input.
//
// It first writes a greeting. For each path, which ends with a zero byte, it then writes one answer: `-` if the file is no music file, or `+`, the length
// in milliseconds as 8 bytes, the number of bytes of the cover as 4 bytes, and the cover. Numbers are in the machine's order of bytes.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <taglib/attachedpictureframe.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/opusfile.h>
#include <taglib/tfilestream.h>
#include <taglib/vorbisfile.h>
#include <taglib/xiphcomment.h>

namespace {

/// The version of the protocol, with which a newer engine does not mistake an older program.
const char greeting[] = "subdial-tags 1\n";
const unsigned largestCover = 16 << 20;
const rlim_t mostMemory = 256 << 20;
/// The processor time for one file, in seconds.
const rlim_t mostSeconds = 5;

/// The first picture, until one of the front comes.
struct Best {
    TagLib::ByteVector bytes;
    bool isFront = false;

    void add(const TagLib::ByteVector &candidate, bool front) {
        if (candidate.isEmpty() || candidate.size() > largestCover || isFront || (!front && !bytes.isEmpty())) return;
        bytes = candidate;
        isFront = front;
    }

    void add(const TagLib::List<TagLib::FLAC::Picture *> &pictures) {
        for (auto picture : pictures) add(picture->data(), picture->type() == TagLib::FLAC::Picture::FrontCover);
    }

    void add(TagLib::ID3v2::Tag *tag) {
        if (!tag) return;
        for (auto frame : tag->frameList("APIC")) {
            auto picture = dynamic_cast<TagLib::ID3v2::AttachedPictureFrame *>(frame);
            if (picture) add(picture->picture(), picture->type() == TagLib::ID3v2::AttachedPictureFrame::FrontCover);
        }
    }

    void add(TagLib::MP4::Tag *tag) {
        if (!tag || !tag->contains("covr")) return;
        for (const auto &cover : tag->item("covr").toCoverArtList()) add(cover.data(), false);
    }
};

// Before version 2 the readers of ID3v2 want its factory first.
#if TAGLIB_MAJOR_VERSION < 2
template <typename File>
std::unique_ptr<File> opened(TagLib::IOStream *stream) {
    if constexpr (std::is_constructible_v<File, TagLib::IOStream *, TagLib::ID3v2::FrameFactory *>)
        return std::make_unique<File>(stream, TagLib::ID3v2::FrameFactory::instance());
    else
        return std::make_unique<File>(stream);
}
#else
template <typename File>
std::unique_ptr<File> opened(TagLib::IOStream *stream) {
    return std::make_unique<File>(stream);
}
#endif

/// Reads the file as one format; false where it is not of that.
template <typename File, typename Read>
bool read(TagLib::IOStream *stream, int64_t &length, Read pictures) {
    stream->seek(0);
    if (!File::isSupported(stream)) return false;
    stream->seek(0);
    auto file = opened<File>(stream);
    if (!file->isValid()) return false;
    pictures(*file);
    if (file->audioProperties()) length = file->audioProperties()->lengthInMilliseconds();
    return true;
}

// A FLAC file begins with its headers, an MP3 file may have anything before its first frame: the strictest come first.
bool readAny(TagLib::IOStream *stream, Best &best, int64_t &length) {
    using namespace TagLib;
    return read<FLAC::File>(stream, length, [&](FLAC::File &file) {
               best.add(file.pictureList());
               best.add(file.ID3v2Tag());
           })
        || read<Ogg::Opus::File>(stream, length, [&](Ogg::Opus::File &file) {
               if (file.tag()) best.add(file.tag()->pictureList());
           })
        || read<Ogg::Vorbis::File>(stream, length, [&](Ogg::Vorbis::File &file) {
               if (file.tag()) best.add(file.tag()->pictureList());
           })
        || read<MP4::File>(stream, length, [&](MP4::File &file) { best.add(file.tag()); })
        || read<MPEG::File>(stream, length, [&](MPEG::File &file) { best.add(file.ID3v2Tag()); });
}

/// Gives this process no more than reading takes: no other files for writing, no processes, no memory and time without end.
void limit() {
    auto set = [](auto resource, rlim_t value) {
        struct rlimit limit = {value, value};
        setrlimit(resource, &limit);
    };
#if !defined(__has_feature)
#define __has_feature(name) 0
#endif
// The address sanitizer reserves terabytes.
#if !__has_feature(address_sanitizer)
    set(RLIMIT_AS, mostMemory);
#endif
    set(RLIMIT_CORE, 0);
    set(RLIMIT_FSIZE, 0);
    set(RLIMIT_NPROC, 0);
    set(RLIMIT_NOFILE, 16);
}

/// Starts the processor time of the next file.
void limitTime() {
    struct rusage used = {};
    getrusage(RUSAGE_SELF, &used);
    struct rlimit limit = {};
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + mostSeconds;
    setrlimit(RLIMIT_CPU, &limit);
}

void answer(const char *path) {
    Best best;
    int64_t length = 0;
    bool isMusic = false;
    // TagLib throws only where memory is missing.
    try {
        TagLib::FileStream stream(path, true);
        isMusic = stream.isOpen() && readAny(&stream, best, length);
    } catch (...) {
        isMusic = false;
    }
    std::fputc(isMusic ? '+' : '-', stdout);
    if (isMusic) {
        const auto count = static_cast<uint32_t>(best.bytes.size());
        std::fwrite(&length, sizeof length, 1, stdout);
        std::fwrite(&count, sizeof count, 1, stdout);
        std::fwrite(best.bytes.data(), 1, count, stdout);
    }
    std::fflush(stdout);
}

}  // namespace

int main() {
    limit();
    std::fputs(greeting, stdout);
    std::fflush(stdout);
    // Only the loader's messages are of interest, which come before the greeting.
    if (int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    std::string path;
    for (int byte = std::fgetc(stdin); byte != EOF && !std::ferror(stdout); byte = std::fgetc(stdin)) {
        if (byte != 0) {
            path.push_back(static_cast<char>(byte));
            continue;
        }
        limitTime();
        answer(path.c_str());
        path.clear();
    }
}
