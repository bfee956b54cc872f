import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathsMatching, sourceFiles } from './sources.ts'

const files = sourceFiles().filter(({ path }) => /^(src|workers)\//.test(path))
const CODEC = 'workers/engine/procedural/codec'

test('a few files start processes, and one of them starts decoding processes', () => {
  assert.deepEqual(pathsMatching(files, /^import \{.*\} from 'node:child_process'/m), [
    'src/lib/child.ts',
    'src/lib/confined.ts',
    'src/lib/embedded-postgres.ts',
    'src/lib/postgres-install.ts',
    // The operator's own program.
    'workers/engine/command/keeper.ts',
    'workers/engine/command/run.ts',
    // Within a child that is already confined.
    `${CODEC}/ffmpeg-decode.ts`,
    `${CODEC}/ffmpeg.ts`,
  ])
})

test('one file opens images', () => {
  assert.deepEqual(pathsMatching(files, /\bsharp\(/), [
    'src/media/open-image.ts',
    // From its own pixels.
    'workers/engine/procedural/pack.ts',
  ])
})

test('FFmpeg opens files in one place per kind of access', () => {
  assert.deepEqual(pathsMatching(files, /\.openInput\(/), [`${CODEC}/bound-files.ts`])
  // The encoder reads only the gateway's pixels and sound.
  assert.deepEqual(pathsMatching(files, /'-i'/), [`${CODEC}/ffmpeg-run.ts`, `${CODEC}/ffmpeg.ts`])
})

test('no code uses the list of all container formats', () => {
  assert.deepEqual(pathsMatching(files, /ALL_FORMATS/), [])
})
