import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { createStepView } from '../../src/demo/progress.ts'
import { openCommand } from '../../src/demo/summary.ts'

/** What a view writes to a terminal, or to a file. */
function outputOf(isTTY: boolean, act: (view: ReturnType<typeof createStepView>) => void): string {
  const out = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY }) as unknown as NodeJS.WriteStream &
    PassThrough
  const view = createStepView(out)
  act(view)
  view.end()
  return String(out.read())
}

test('the steps of a start are one line on a terminal, with seconds, and a line each elsewhere', () => {
  const act = (view: ReturnType<typeof createStepView>) => {
    view.show('Creating the database')
    view.show('Starting Postgres')
  }
  const live = outputOf(true, act)
  const drawn = live.split('\r\x1b[2K').map((line) => line.replace(/\d+\.\d s$/, '1.0 s'))
  assert.deepEqual(drawn, ['', '⠋ Creating the database …  1.0 s', '⠙ Starting Postgres …  1.0 s', ''])
  assert.match(outputOf(false, act), /^ +\d+\.\d s {2}Creating the database\n +\d+\.\d s {2}Starting Postgres\n$/)
})

test('the command that opens the video is that of the platform, and quotes a path that needs it', () => {
  assert.equal(openCommand('.data/videos/vid_1.mp4', 'linux'), 'xdg-open .data/videos/vid_1.mp4')
  assert.equal(openCommand('.data/videos/vid_1.mp4', 'darwin'), 'open .data/videos/vid_1.mp4')
  assert.equal(openCommand("it's mine.mp4", 'linux'), "xdg-open 'it'\\''s mine.mp4'")
  assert.equal(openCommand('C:\\My videos\\a.mp4', 'win32'), 'start "" "C:\\My videos\\a.mp4"')
})
