import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Driven } from './measure.ts'
import type { Level } from './plan.ts'
import { createStatement } from './statement.ts'

/** The limit of unbatched commits: the floor's statement without HTTP or JavaScript. */
export interface PgBench {
  readonly version: string
  run(level: Level): Promise<Driven>
}

/** @returns null if this machine has none */
export async function openPgBench(databaseUrl: string, dir: string): Promise<PgBench | null> {
  const program = ['pgbench', ...globSync('/usr/lib/postgresql/*/bin/pgbench').reverse()]
  for (const each of program) {
    const version = await output(each, ['--version']).catch(() => null)
    if (version === null) continue
    const script = join(dir, 'create.pgbench')
    await writeFile(script, await scriptOf(databaseUrl))
    return {
      version: version.trim(),
      run: (level) => run(each, script, databaseUrl, level),
    }
  }
  return null
}

async function run(program: string, script: string, url: string, { connections, windowMs }: Level): Promise<Driven> {
  const threads = Math.min(connections, 2)
  // Its sessions are new each time: in less than two seconds they spend most time on planning.
  const seconds = Math.max(2, Math.ceil(windowMs / 1000))
  const load = ['-c', String(connections), '-j', String(threads), '-T', String(seconds)]
  const summary = await output(program, ['-n', '-M', 'prepared', ...load, '-f', script, url])
  const creates = Number(/actually processed: (\d+)/.exec(summary)?.[1] ?? Number.NaN)
  const rate = Number(/tps = ([\d.]+)/.exec(summary)?.[1] ?? Number.NaN)
  return { rate, creates, p50: 0, p99: 0 }
}

/** The statement with values that a script can create. */
async function scriptOf(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ account_id: string; id: string }>(
    'select account_id, id from api_key order by id',
  )
  await client.end()
  const items = [
    { kind: 'encoder', stage: 'encode', quantity: 1, unitPriceMicro: 20000, amountMicro: 20000 },
    { kind: 'generation', stage: 'render', quantity: 5, unitPriceMicro: 500000, amountMicro: 2500000 },
  ]
  const unique = `lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || lpad(:tail, 14, '0')`
  const values = [
    `('{${rows.map((row) => row.account_id).join(',')}}'::text[])[:account::int]`,
    `('{${rows.map((row) => row.id).join(',')}}'::text[])[:account::int]`,
    `('vid_' || ${unique})`,
    `('led_' || ${unique})`,
    `('bench-' || ${unique})`,
    `'${'ab'.repeat(32)}'`,
    `'A paper boat sails across a rain puddle at dusk, slow pan, warm light'`,
    '5000',
    '124',
    '(:tail::bigint % 2147483647)::int',
    `'${JSON.stringify(items)}'`,
    '2520000',
  ]
  const text = (await createStatement(databaseUrl)).replaceAll(
    /\$(\d+)/g,
    (_, number) => values[Number(number) - 1] ?? '',
  )
  return `\\set account random(1, ${rows.length})\n\\set tail random(1, 99999999999999)\n${text.replaceAll(/\s+/g, ' ')};\n`
}

async function output(program: string, words: readonly string[]): Promise<string> {
  const env = { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' }
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  }
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${text.slice(-500)}`)
  return text
}
