import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { runEngineCommand } from '../../../workers/engine/check/run.ts'
import { PROFILES } from '../../../workers/engine/profiles.ts'
import { startServerOf } from '../../engines/servers.ts'
import { calm, ignore } from '../../workers/engine/helpers.ts'
import { PATIENT } from '../../workers/engines/subjects.ts'

// `npm run engine -- check` passes with every profile on the stand-in of its server, and prints what the page of the server shows.
// With WRITE_PAGES=1 it writes that part of the pages.

const HEAD = '## What the check prints'
const URL = 'http://gpu-1:8000'

const servers = Map.groupBy(
  PROFILES.filter(({ name }) => name !== 'comfyui/workflow'),
  ({ name }) => name.slice(0, name.indexOf('/')),
)

/** Times differ, and `made` is as wide as its longest line. */
const timeless = (text: string) => text.replaceAll(/ +\d+\.\d(?= {2})/g, ' 0.0')

for (const [server, profiles] of servers) {
  test(`the page of ${server} shows what the check prints for each profile`, async (t) => {
    const blocks: string[] = []
    for (const { name, engine } of profiles) {
      const { url } = await startServerOf(t, name)
      const lines: string[] = []
      const terminal = {
        say: (line: string) => lines.push(line.replaceAll(url, URL)),
        show: ignore,
        signal: calm(),
        pace: PATIENT,
      }
      const shared = engine === 'lightx2v' ? { ENGINE_SHARED_FILES: 'true' } : {}
      const variables = { LOG_LEVEL: 'silent', ENGINE: engine, ENGINE_URL: url, ENGINE_PROFILE: name, ...shared }
      assert.ok(await runEngineCommand(['check'], terminal, variables), lines.join('\n'))
      blocks.push(`\`\`\`\n${lines.join('\n').trim()}\n\`\`\`\n`)
    }
    const path = `docs/engines/${server}.md`
    const page = readFileSync(path, 'utf8')
    const words = `${HEAD}\n\n\`npm run engine -- check\` with each profile, on a stand-in of the server without a GPU:\n\n`
    const made = words + blocks.join('\n')
    const at = page.indexOf(HEAD)
    if (process.env['WRITE_PAGES'] === '1') writeFileSync(path, (at < 0 ? `${page}\n` : page.slice(0, at)) + made)
    else assert.equal(timeless(page.slice(at)), timeless(made))
  })
}
