import type { Fault } from '../fault.ts'

const REFUSED = ['test/rest/files/400-415-refused.test.ts']
const RULES = ['test/flow/material-rules.test.ts']

/** 4.10: uploads. */
export const UPLOADS: readonly Fault[] = [
  {
    rule: '4.10.a',
    file: 'src/file/purpose.ts',
    find: 'if (purpose) return purpose',
    replace: "return purpose ?? 'reference'",
    tests: REFUSED,
    why: 'an unknown purpose is accepted as reference',
  },
  {
    rule: '4.10.a',
    file: 'src/http/rest/upload-form.ts',
    find: 'purpose = value',
    replace: 'if (!file) purpose = value',
    tests: ['test/rest/files/201-uploaded.test.ts'],
    why: 'a purpose after the file is not read',
  },
  {
    rule: '4.10.b',
    file: 'src/file/purpose.ts',
    find: "if (purpose === 'reference' || kind === 'image') return",
    replace: "if (purpose === 'reference' || kind !== 'audio') return",
    tests: REFUSED,
    why: 'a video is accepted as a start frame',
  },
  {
    rule: '4.10.b',
    file: 'src/task/material.ts',
    find: 'if (!takes.includes(file.kind)) return',
    replace: 'if (!takes) return',
    tests: RULES,
    why: 'a reference is accepted as a start frame',
  },
  {
    rule: '4.10.c',
    file: 'src/media/kinds.ts',
    find: '/^VP8[ LX]$/',
    replace: '/^VP8[ L]$/',
    tests: ['test/rest/files/corpus.test.ts'],
    why: 'an animated webp is refused',
  },
  {
    rule: '4.10.1',
    file: 'src/media/kinds.ts',
    find: 'if (OTHER_BRANDS.test(major)) return null',
    replace: '',
    tests: ['test/media/mp4.test.ts'],
    why: 'a HEIF photo is accepted as a video',
  },
  {
    rule: '4.10.1',
    file: 'src/media/refusals.ts',
    find: 'if (bytes <= cap) return',
    replace: 'if (bytes <= cap + 1) return',
    tests: ['test/rest/files/413-too-large.test.ts'],
    why: 'a file may be a byte too large',
  },
  {
    rule: '4.10.2',
    file: 'src/limits.ts',
    find: 'export const FILE_HOURS = 24',
    replace: 'export const FILE_HOURS = 25',
    tests: ['test/rest/files/201-uploaded.test.ts'],
    why: 'files are kept longer than a day',
  },
  {
    rule: '4.10.3',
    file: 'src/media/probe.ts',
    find: 'if (!(ms > 0 && ms < MEDIA_MAX_MS)) throw unreadable(kind)',
    replace: 'if (!(ms < MEDIA_MAX_MS)) throw unreadable(kind)',
    tests: REFUSED,
    why: 'audio without a duration lasts a millisecond',
  },
  {
    rule: '4.10.4',
    file: 'src/media/frames.ts',
    find: 'STEP * Math.floor((usable - OFFSET) / STEP) + OFFSET',
    replace: 'STEP * Math.ceil((usable - OFFSET) / STEP) + OFFSET',
    tests: ['test/unit/material-report.test.ts'],
    why: 'more frames of a video are used than it has',
  },
  {
    rule: '4.10.4',
    file: 'src/task/material.ts',
    find: "videoMs: lengthOf('video'),",
    replace: "videoMs: Math.min(lengthOf('video'), 5000),",
    tests: RULES,
    why: 'the used seconds are billed, not the uploaded ones',
  },
]
