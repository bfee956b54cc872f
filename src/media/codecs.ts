/**
 * The codecs allowed in uploaded files: their names in an mp4 or mov (the types of sample entries), and the names of FFmpeg's
 * decoders for them. No other decoder of FFmpeg is used (docs/rules/files.md#codecs). Of QuickTime's own codecs only those of
 * cameras are here: each additional decoder is code that parses untrusted bytes.
 */
const PICTURES: readonly (readonly [entries: RegExp, decoders: string])[] = [
  [/^(avc[1-4]|dva[1v])$/, 'h264'],
  [/^(hvc[12]|hev[12]|dvh[1e])$/, 'hevc'],
  [/^(av01|dav1)$/, 'libdav1d,libaom-av1,av1'],
  [/^vp08$/, 'vp8'],
  [/^vp09$/, 'vp9'],
  [/^(mp4v|m4v |divx|xvid)$/i, 'mpeg4'],
  [/^(m[12]v[1 ]|mp[12]v|mpg[12]|mpeg|hdv[0-9a]|x[dv5][v5hx][0-9a-z])$/i, 'mpeg2video,mpeg1video'],
  [/^ap(c[hnso]|4[hx])$/, 'prores'],
  [/^(jpeg|mjpg|mjpa?|dmb1)$/i, 'mjpeg'],
]

const SOUND: readonly (readonly [entries: RegExp, decoders: string])[] = [
  [/^(mp4a|\.mp3)$/, 'aac,mp3float,mp3'],
  [/^alac$/, 'alac'],
  [/^fLaC$/, 'flac'],
  [/^Opus$/, 'opus,libopus'],
  [/^[ae]c-3$/, 'ac3,eac3'],
  [/^(ulaw|alaw)$/, 'pcm_mulaw,pcm_alaw'],
  [/^ima4$/, 'adpcm_ima_qt,adpcm_ima_wav,adpcm_ms'],
  [
    /^(lpcm|ipcm|fpcm|sowt|twos|in24|in32|fl32|fl64|raw |NONE)$/,
    'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be',
  ],
  // Only in wav.
  [/^(?!)/, 'gsm_ms'],
]

const CODECS = { video: PICTURES, audio: SOUND } as const

/** Object types of MPEG-4 (ISO 14496-1 7.2.6.6) in an `mp4v` entry: MPEG-4, MPEG-2 and -1, JPEG; 0 if the entry has none. */
const OBJECTS = [0, 0x20, 0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x6a, 0x6c]

/** Whether the codec of a sample entry is accepted. */
export function isTaken(kind: 'video' | 'audio', entry: string, object: number): boolean {
  return CODECS[kind].some(([entries]) => entries.test(entry)) && (entry !== 'mp4v' || OBJECTS.includes(object))
}

/** FFmpeg's `codec_whitelist`. */
export const DECODERS = [...PICTURES, ...SOUND].map(([, decoders]) => decoders).join(',')

/** For callers. */
export const TAKEN = {
  video: 'H.264, HEVC, AV1, VP8, VP9, MPEG-1, MPEG-2, MPEG-4, ProRes and Motion JPEG',
  audio: 'AAC, MP3, ALAC, FLAC, Opus, AC-3, PCM and ADPCM',
} as const
