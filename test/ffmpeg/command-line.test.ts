import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inputOf, QUIET } from '../../workers/engine/procedural/codec/ffmpeg-run.ts'
import { MADE } from '../../workers/engine/procedural/codec/source.ts'

const PROGRAM = fileURLToPath(new URL('./ffmpeg', import.meta.url))

/** Its error message. */
async function complaintOf(...words: string[]): Promise<string> {
  const run = promisify(execFile)(PROGRAM, words)
  return run.then(
    () => assert.fail('there was no error'),
    ({ stderr }: { stderr: string }) => stderr.trim(),
  )
}

test('the replacement for ffmpeg accepts the commands in use and no others', async () => {
  const copy = (...more: string[]) => [
    ...inputOf('none.mp4', MADE),
    ...['-c', 'copy', '-map_metadata', '-1', '-metadata', 'comment=x'],
    ...more,
    ...['-f', 'mp4', 'out.mp4'],
  ]
  const early = ['-movflags', '+faststart']
  assert.match(await complaintOf(...QUIET, ...copy(...early)), /No such file/)
  assert.match(await complaintOf(...copy(...early)), /the line begins with -format_whitelist/)
  assert.match(await complaintOf(...QUIET, ...copy(...early, '-t', '5')), /not supported here: -t/)
  assert.match(await complaintOf(...QUIET, ...copy('-movflags', '+frag')), /-movflags \+frag is not supported/)
  assert.match(await complaintOf(...QUIET, ...copy()), /-movflags is missing/)
})
