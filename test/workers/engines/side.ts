import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** A command that misbehaves as its argument selects. */
const [, , fault = ''] = process.argv
const { folder } = JSON.parse(await text(process.stdin)) as { folder: string }
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const never = () => new Promise(() => setInterval(() => {}, 1000))

const FAULTS: Readonly<Record<string, () => unknown>> = {
  'refuses the material': () =>
    say({ refused: { reason: 'invalid_asset', detail: 'The second picture is upside down.' } }),
  'refuses the prompt': () => say({ refused: { reason: 'content_policy_input' } }),
  'refuses what it made': () =>
    say({ refused: { reason: 'content_policy_output', detail: 'not shown: the render job' } }),
  'refuses for no known reason': () => say({ refused: { reason: 'mood' } }),
  fails: () => say({ failed: { detail: 'out of memory' } }),
  'fails for good': () => say({ failed: { detail: 'no such model', retry: false } }),
  'does not render': () => say({ unsupported: true }),
  'describes itself': () => say({ describe: {} }),
  'ends without an answer': () => process.stderr.write('Traceback: no kernel image\n'),
  'ends badly': () => process.exit(3),
  'is killed': () => process.kill(process.pid, 'SIGKILL'),
  'writes a page': () => process.stdout.write('<html>\n[1]\n"done"\nnull\n{"progress":"all"}\n{"progress":7}\n'),
  'is done with nothing': () => say({ done: {} }),
  'is done elsewhere': () => say({ done: { path: process.argv[1] } }),
  'is done above': () => say({ done: { path: '../x.mp4' } }),
  'is done by a link': async () => {
    await symlink(process.argv[1] as string, join(folder, 'out.mp4'))
    say({ done: { path: 'out.mp4' } })
  },
  'is done without a file': () => say({ done: { path: join(folder, 'none.mp4') } }),
  'is done with a folder': () => say({ done: { path: folder } }),
  'is done with an empty file': async () => {
    await writeFile(join(folder, 'out.mp4'), '')
    say({ done: { path: 'out.mp4' } })
  },
  'writes without a line’s end': async () => {
    process.stdout.on('error', () => {})
    const part = 'x'.repeat(1024 * 1024)
    for (;;) if (!process.stdout.write(part)) await once(process.stdout, 'drain')
  },
  'goes on for ever': async () => {
    process.on('SIGTERM', () => {})
    spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
      stdio: 'inherit',
    })
    say({ progress: 0.1 })
    await never()
  },
}

await FAULTS[fault]?.()
