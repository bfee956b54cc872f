import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { DomainError } from '../../src/errors.ts'
import { PROBES_WAITING } from '../../src/media/limits.ts'
import { createProber, type Prober } from '../../src/media/prober.ts'
import { until } from '../support/until.ts'
import { fullBox, mp4, text, trak, u32 } from './boxes.ts'
import { folder, image, sound } from './stored.ts'

const FLAC = 'test/corpus/lavf.flac'
const [ONE, TWO, THREE] = ['acc_one', 'acc_two', 'acc_three']
const module = new URL('./dying-process.ts', import.meta.url)

function proberOf(options: Parameters<typeof createProber>[0]): Prober {
  const prober = createProber(options)
  after(() => prober.close())
  return prober
}

const isUnreadable = (error: unknown) => {
  assert.ok(error instanceof DomainError)
  const { code, status, param } = error
  assert.deepEqual({ code, status, param }, { code: 'media_unreadable', status: 400, param: 'file' })
  return true
}

test('a refusal passes between processes complete', async () => {
  const prober = proberOf({})
  await assert.rejects(prober.probe('test/corpus/bomb-30000x30000.png', ONE), (error) => {
    assert.ok(error instanceof DomainError)
    const { code, status, param, message } = error
    assert.deepEqual(
      [code, status, param, message],
      ['image_too_large', 400, 'file', 'An image may have at most 100 megapixels. Make it smaller.'],
    )
    return true
  })
  const path = join(folder, 'large.png')
  await writeFile(path, Buffer.concat([text('\x89PNG\r\n\x1a\n'), Buffer.alloc(30 * 1024 * 1024)]))
  await assert.rejects(prober.probe(path, ONE), {
    code: 'file_too_large',
    status: 413,
    details: { kind: 'image', max_bytes: 31_457_280 },
  })
})

test('a missing file is not reported as a bad file', async () => {
  const wrong = await proberOf({})
    .probe(join(folder, 'nowhere'), ONE)
    .catch((error: unknown) => error)
  assert.ok(wrong instanceof Error && !(wrong instanceof DomainError))
  assert.match(String(wrong.cause), /ENOENT/)
})

for (const how of ['exit', 'throw', 'crash', 'memory', 'native memory']) {
  test(`a process that dies fails only its current file: ${how}`, async () => {
    const prober = proberOf({ module })
    await assert.rejects(prober.probe(join(folder, how), ONE), isUnreadable)
    assert.deepEqual(await prober.probe(FLAC, ONE), sound('audio/flac', 5000))
  })
}

test('a file that takes too long is abandoned, and the next one is read', async () => {
  const prober = proberOf({ module, timeoutMs: 1000 })
  await prober.warm()
  const slow = [ONE, TWO].map((account) => assert.rejects(prober.probe(join(folder, 'hang'), account), isUnreadable))
  const next = Promise.all([prober.probe(FLAC, ONE), prober.probe('test/corpus/rgb.png', TWO)])
  await Promise.all(slow)
  assert.deepEqual(await next, [sound('audio/flac', 5000), image('image/png', 300, 200)])
})

test('an account with slow files delays no other, and its queue is limited', async () => {
  const prober = proberOf({ module })
  await prober.warm()
  const hang = () => prober.probe(join(folder, 'hang'), ONE)
  const slow = Array.from({ length: 1 + PROBES_WAITING.own }, hang)
  const ended = Promise.race(slow).catch(() => {})
  const refused = { code: 'rate_limit_exceeded', status: 429, retryAfter: 5 }
  await assert.rejects(hang(), refused)
  for (const _ of [1, 2, 3]) {
    const read = prober.probe(FLAC, TWO)
    assert.deepEqual(await Promise.race([read, ended]), sound('audio/flac', 5000))
  }
  await Promise.all([prober.close(), Promise.allSettled(slow)])
})

const ENTRIES = 50_000_000

/** A table of 50 million empty samples: 200 MB in a sparse file. */
async function endlessFile(): Promise<string> {
  const track = trak({ samples: ENTRIES })
  track.write('free', track.indexOf('stsz'), 'latin1')
  const table = fullBox('stsz', 0, 0, ENTRIES)
  const length = table.length + ENTRIES * 4
  table.writeUInt32BE(length, 0)
  // The table is last: its parent boxes extend to its end.
  for (const type of ['trak', 'mdia', 'minf', 'stbl']) {
    const at = track.indexOf(type) - 4
    track.writeUInt32BE(track.readUInt32BE(at) + length, at)
  }
  const path = join(folder, 'endless.mp4')
  await writeFile(path, Buffer.concat([mp4, u32(8 + track.length + length), text('moov'), track, table]))
  await truncate(path, mp4.length + 8 + track.length + length)
  return path
}

test('a process that reads a table of 50 million entries can be stopped', async () => {
  const path = await endlessFile()
  const prober = proberOf({ timeoutMs: 500 })
  await prober.warm()
  await assert.rejects(prober.probe(path, ONE), isUnreadable)
  assert.deepEqual(await prober.probe(FLAC, ONE), sound('audio/flac', 5000))
})

test('a process stopped during an image decode leaves no running child', async () => {
  const path = join(folder, 'slow.png')
  const size = { width: 4000, height: 3000, channels: 3 } as const
  await sharp(randomBytes(size.width * size.height * size.channels), { raw: size })
    .png({ compressionLevel: 0 })
    .toFile(path)
  await truncate(path, 30 * 1024 * 1024)
  const prober = proberOf({ timeoutMs: 30 })
  for (const _ of [1, 2, 3]) await assert.rejects(prober.probe(path, ONE), isUnreadable)
})

test('idle probe processes keep no process alive', async () => {
  const script = `
    const { createProber } = await import('./src/media/prober.ts')
    const prober = createProber()
    console.log((await prober.probe('${FLAC}', 'acc_one')).durationMs)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  assert.deepEqual([code, Buffer.concat(chunks).toString()], [0, '5000\n'])
})

/** A process' report about itself. */
async function saidOf(prober: Prober, what: string, account = ONE): Promise<string> {
  const error: unknown = await prober.probe(join(folder, what), account).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof Error && typeof error.cause === 'string')
  return error.cause
}

test('an account whose files crash processes delays no other account', async () => {
  const prober = proberOf({ module })
  const crash = () => assert.rejects(prober.probe(join(folder, 'crash'), ONE), isUnreadable)
  await Promise.all([crash(), prober.probe(FLAC, TWO)])
  // Waits for the second one.
  await until(async () => {
    const [one, two] = await Promise.all([saidOf(prober, 'which', TWO), saidOf(prober, 'which', THREE)])
    return one !== two
  })
  const order: string[] = []
  const crashed = Promise.all([crash(), crash(), crash()]).then(() => order.push('crashed'))
  const read = async () => {
    for (const _ of [1, 2, 3, 4, 5]) await prober.probe(FLAC, TWO)
    order.push('read')
  }
  await Promise.all([crashed, read()])
  assert.deepEqual(order, ['read', 'crashed'])
})

test('one process reads many files, and is replaced when it uses too much memory', async () => {
  const prober = proberOf({ module })
  const first = await saidOf(prober, 'which')
  assert.deepEqual(await prober.probe(FLAC, ONE), sound('audio/flac', 5000))
  assert.equal(await saidOf(prober, 'which'), first)
  assert.deepEqual(await prober.probe(join(folder, 'greedy'), ONE), sound('audio/flac', 5000))
  assert.notEqual(await saidOf(prober, 'which'), first)
})

test('a probe process gets only the environment variables that it needs', async () => {
  const secrets = { DATABASE_URL: 'postgres://x', OPERATOR_KEY: 'vgo_x', AWS_SECRET_ACCESS_KEY: 'x', ANYTHING: 'x' }
  Object.assign(process.env, secrets)
  const said = JSON.parse(await saidOf(proberOf({ module }), 'environment')) as object
  for (const name of Object.keys(secrets)) delete process.env[name]
  const needed =
    /^(PATH|HOME|TMPDIR|TMP|TEMP|LANG|LC_[A-Z]+|TZ|LD_LIBRARY_PATH|NODE_CHANNEL_\w+|NODE_COMPILE_CACHE|PWD|OLDPWD|SHLVL|_)$/
  assert.deepEqual(
    Object.keys(said).filter((name) => !needed.test(name)),
    [],
  )
  assert.ok('PATH' in said)
})

test('a probe process has a separate compile cache', async () => {
  const { NODE_COMPILE_CACHE: before } = process.env
  process.env['NODE_COMPILE_CACHE'] = '/somewhere'
  const said = JSON.parse(await saidOf(proberOf({ module }), 'environment')) as Record<string, string>
  if (before === undefined) delete process.env['NODE_COMPILE_CACHE']
  else process.env['NODE_COMPILE_CACHE'] = before
  assert.equal(said['NODE_COMPILE_CACHE'], '/somewhere/decoding')
})

test('closing the prober stops its current file without a refusal', async () => {
  const prober = createProber({ module })
  await prober.warm()
  const isFailure = (error: unknown) => error instanceof Error && !(error instanceof DomainError)
  const reading = Promise.all(
    [ONE, ONE, TWO].map((account) => assert.rejects(prober.probe(join(folder, 'hang'), account), isFailure)),
  )
  await prober.close()
  await reading
  await assert.rejects(prober.probe(FLAC, ONE), isFailure)
})
