// Reads the tags of music files for the engine: TagLib parses whole files of others, and a file that is made for it can overflow its stack or fill
// the memory. This process has nothing to lose. It has limits, and ends with its input.
//
// It first writes a greeting. For each path, which ends with a zero byte, it then writes one answer: `-` if the file is no music file, or `+`, the length
// in milliseconds as 8 bytes, the number of the track and the year as 4 bytes each, 0 for none, and the title, the artist, the album and the artist of the
// album. For each empty path it writes the next picture of the last file, the best one first, and an empty one after the last. A text and a picture begin
// with the number of their bytes as 4 bytes. Numbers are in the machine's order of bytes.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <type_traits>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "Song.h"
#include <taglib/aifffile.h>
#include <taglib/apefile.h>
#include <taglib/asffile.h>
#include <taglib/flacfile.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/mp4file.h>
#include <taglib/mpcfile.h>
#include <taglib/mpegfile.h>
#include <taglib/oggflacfile.h>
#include <taglib/opusfile.h>
#include <taglib/speexfile.h>
#include <taglib/tfilestream.h>
#include <taglib/trueaudiofile.h>
#include <taglib/vorbisfile.h>
#include <taglib/wavfile.h>
#include <taglib/wavpackfile.h>
#if TAGLIB_MAJOR_VERSION >= 2
#include <taglib/dsdifffile.h>
#include <taglib/dsffile.h>
#endif

namespace {

/// The version of the protocol, with which a newer engine does not mistake an older program.
const char greeting[] = "subdial-tags 2\n";
/// Enough for the largest picture in base64, which TagLib stores as wide characters.
const rlim_t mostMemory = 512 << 20;
/// The processor time for one file, in seconds.
const rlim_t mostSeconds = 5;

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
template <typename File, typename Collect>
bool read(TagLib::IOStream *stream, Song &song, Collect collect, bool isKnown = false) {
    stream->seek(0);
    if (!isKnown && !File::isSupported(stream)) return false;
    stream->seek(0);
    auto file = opened<File>(stream);
    if (!file->isValid()) return false;
    song.add(file->tag(), file->properties());
    if (file->audioProperties()) song.milliseconds = file->audioProperties()->lengthInMilliseconds();
    collect(*file);
    return true;
}

/// Reads a format whose tag is a comment of Xiph.
template <typename File>
bool readXiph(TagLib::IOStream *stream, Song &song) {
    return read<File>(stream, song, [&](File &file) { song.add(file.tag()); });
}

/// True if the stream has these bytes at a place.
bool has(TagLib::IOStream *stream, const char *bytes, long place = 0) {
    stream->seek(place);
    const TagLib::ByteVector wanted(bytes);
    return stream->readBlock(wanted.size()) == wanted;
}

// A FLAC file begins with its headers, an MP3 file may have anything before its first frame: the strictest come first.
bool readAny(TagLib::IOStream *stream, Song &song) {
    using namespace TagLib;
    const auto id3AndAPE = [&](auto &file) {
        song.add(file.ID3v2Tag(), stream);
        song.add(file.APETag());
    };
    const auto ape = [&](auto &file) { song.add(file.APETag()); };
    const auto id3 = [&](auto &file) { song.add(file.ID3v2Tag(), stream); };
    if (readXiph<Ogg::Opus::File>(stream, song) || readXiph<Ogg::Vorbis::File>(stream, song) || readXiph<Ogg::FLAC::File>(stream, song)
        || readXiph<Ogg::Speex::File>(stream, song))
        return true;
    if (has(stream, "RIFF") && read<RIFF::WAV::File>(stream, song, id3)) return true;
    if (has(stream, "FORM")
        && read<RIFF::AIFF::File>(stream, song, [&](RIFF::AIFF::File &file) { song.add(file.tag(), stream); }))
        return true;
#if TAGLIB_MAJOR_VERSION >= 2
    if (has(stream, "DSD ") && read<DSF::File>(stream, song, [&](DSF::File &file) { song.add(file.tag(), stream); })) return true;
    if (has(stream, "FRM8") && read<DSDIFF::File>(stream, song, id3)) return true;
#endif
    return read<FLAC::File>(stream, song, [&](FLAC::File &file) {
               song.add(file.pictureList());
               song.add(file.xiphComment());
               song.add(file.ID3v2Tag(), stream);
           })
        || read<MP4::File>(stream, song, [&](MP4::File &file) { song.add(file.tag()); })
        || read<ASF::File>(stream, song, [&](ASF::File &file) { song.add(file.tag()); })
        || read<WavPack::File>(stream, song, ape)
        || read<APE::File>(stream, song, ape)
        || read<MPEG::File>(stream, song, id3AndAPE)
        || read<MPC::File>(stream, song, ape)
        || read<TrueAudio::File>(stream, song, id3)
        // The tag of a file whose sound TagLib does not know, such as AAC.
        || (has(stream, "ID3") && read<MPEG::File>(stream, song, id3AndAPE, true));
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

void write(const void *bytes, size_t count) { std::fwrite(bytes, 1, count, stdout); }

void writeCounted(const char *bytes, size_t size) {
    const auto count = static_cast<uint32_t>(size);
    write(&count, sizeof count);
    write(bytes, size);
}

/// The last file.
struct Reader {
    Song song;

    void answer(const char *path) {
        song = Song();
        bool isMusic = false;
        // TagLib throws only where memory is missing.
        try {
            TagLib::FileStream stream(path, true);
            isMusic = stream.isOpen() && readAny(&stream, song);
            song.sort();
        } catch (...) {
            isMusic = false;
        }
        if (!isMusic) song = Song();
        std::fputc(isMusic ? '+' : '-', stdout);
        if (isMusic) {
            write(&song.milliseconds, sizeof song.milliseconds);
            write(&song.track, sizeof song.track);
            write(&song.year, sizeof song.year);
            for (const auto &text : {song.title, song.artist, song.album, song.albumArtist}) writeCounted(text.data(), text.size());
        }
        std::fflush(stdout);
    }

    void answerPicture() {
        const auto picture = song.nextPicture();
        writeCounted(picture.data(), picture.size());
        std::fflush(stdout);
    }
};

}  // namespace

int main() {
    limit();
    std::fputs(greeting, stdout);
    std::fflush(stdout);
    // Only the loader's messages are of interest, which come before the greeting.
    if (int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    Reader reader;
    std::string path;
    for (int byte = std::fgetc(stdin); byte != EOF && !std::ferror(stdout); byte = std::fgetc(stdin)) {
        if (byte != 0) {
            path.push_back(static_cast<char>(byte));
            continue;
        }
        limitTime();
        if (path.empty())
            reader.answerPicture();
        else
            reader.answer(path.c_str());
        path.clear();
    }
}
