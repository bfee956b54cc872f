import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathsMatching, sourceFiles } from './sources.ts'

const files = sourceFiles().filter(({ path }) => /^(src|workers)\//.test(path))
const CODEC = 'workers/engine/procedural/codec'

test('processes are started in a few places, and decoding ones in one of them', () => {
  assert.deepEqual(pathsMatching(files, /^import \{.*\} from 'node:child_process'/m), [
    'src/lib/child.ts',
    'src/lib/confined.ts',
    'src/lib/embedded-postgres.ts',
    'src/lib/postgres-install.ts',
    // The operator's own program.
    'workers/engine/command/keeper.ts',
    'workers/engine/command/run.ts',
    // Within a child that is confined already.
    `${CODEC}/ffmpeg-decode.ts`,
    `${CODEC}/ffmpeg.ts`,
  ])
})

test('pictures are opened in one place', () => {
  assert.deepEqual(pathsMatching(files, /\bsharp\(/), [
    'src/media/open-image.ts',
    // Of pixels of its own.
    'workers/engine/procedural/pack.ts',
  ])
})

test('FFmpeg opens files in one place for each way to it, by what is allowed in them', () => {
  assert.deepEqual(pathsMatching(files, /\.openInput\(/), [`${CODEC}/bound-files.ts`])
  // The encoder reads pixels and sound of our own.
  assert.deepEqual(pathsMatching(files, /'-i'/), [`${CODEC}/ffmpeg-run.ts`, `${CODEC}/ffmpeg.ts`])
})

test('no reader of containers knows all of them', () => {
  assert.deepEqual(pathsMatching(files, /ALL_FORMATS/), [])
})
