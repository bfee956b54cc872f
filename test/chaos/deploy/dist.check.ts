// `npm run build` and both installs of dist, outside of the sources: sizes, and everything that its scripts start.
import assert from 'node:assert/strict'
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { openConsole, promptOf, signIn } from '../../browser/console/page.ts'
import { createTestDatabase } from '../../support/database.ts'
import { FFMPEG } from '../../workers/engine/helpers.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'vidgate-dist-'))
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

/** This Node first: dist has none. */
const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`
const { TEST_LOG, ...inherited } = process.env
const environment = (own: NodeJS.ProcessEnv) => ({ ...inherited, PATH, PORT: '0', LOG_LEVEL: 'silent', ...own })

await run(process.execPath, ['build/main.ts'])

/** A copy of dist with its packages. */
async function install(name: string, ...omitted: string[]) {
  const dir = join(folder, name)
  cpSync('dist', dir, { recursive: true, filter: (path) => !/^dist\/(node_modules|\.data)/.test(path) })
  const flags = ['--omit=dev', ...omitted.map((kind) => `--omit=${kind}`), '--no-audit', '--no-fund']
  await run('npm', ['ci', ...flags], { cwd: dir, env: environment({}) })
  const sizeOf = async (path: string) => Number((await run('du', ['-sm', join(dir, path)])).stdout.split('\t')[0])
  return { dir, packagesMb: await sizeOf('node_modules'), allMb: await sizeOf('.') }
}

function npm(dir: string, args: string[], own: NodeJS.ProcessEnv) {
  return run('npm', ['run', '--silent', ...args], { cwd: dir, env: environment(own) })
}

/** A process of a script of dist, once it accepts work. */
async function start(dir: string, script: 'gateway' | 'worker', own: NodeJS.ProcessEnv): Promise<string> {
  const { scripts } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  const [, ...args] = String(scripts[script]).split(' ')
  const options = { cwd: dir, env: environment(own), execArgv: args.slice(0, -1) }
  const child = fork(join(dir, args.at(-1) ?? ''), [], { ...options, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let words = ''
  child.stderr?.on('data', (part) => {
    words += part
  })
  after(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(words)))
  failed.catch(() => {})
  const [message] = await Promise.race([once(child, 'message'), failed])
  return message.ready
}

const thin = await install('thin', 'optional')

test('dist without optional packages has at most 250 MB of them, and runs everything but Postgres and the codec', async () => {
  console.log(`dist: ${thin.allMb} MB, of them packages without the optional ones: ${thin.packagesMb} MB`)
  assert.ok(thin.packagesMb <= 250, `${thin.packagesMb} MB`)
  const { url } = await createTestDatabase({ empty: true })
  const own = { DATABASE_URL: url, DATA_DIR: join(folder, 'thin-data') }
  const { stdout } = await npm(thin.dir, ['migrate'], own)
  const [key = ''] = /vgk_\w+/.exec(stdout) ?? []
  assert.match((await npm(thin.dir, ['admin', '--', 'account', 'list'], own)).stdout, /acc_/)

  const api = await start(thin.dir, 'gateway', own)
  await assert.rejects(start(thin.dir, 'worker', own), /FFMPEG_PATH/)
  await start(thin.dir, 'worker', { ...own, FFMPEG_PATH: FFMPEG })
  const video = await makeVideo(api, key)
  assert.equal(Buffer.from(video).toString('latin1', 4, 8), 'ftyp')
  for (const path of ['/v1/docs', '/v1/explorer', '/v1/docs/assets/swagger-ui.css', '/v1/openapi.json', '/graphql']) {
    const answer = await fetch(api + path, { headers: { accept: 'text/html, */*' } })
    assert.equal(answer.status, 200, path)
  }
})

test('the console of dist accepts a key and shows its page', async () => {
  const { url } = await createTestDatabase({ empty: true })
  const own = { DATABASE_URL: url, DATA_DIR: join(folder, 'console-data') }
  const [key = ''] = /vgk_\w+/.exec((await npm(thin.dir, ['migrate'], own)).stdout) ?? []
  const { page, complaints } = await openConsole(await start(thin.dir, 'gateway', own))
  await signIn(page, key)
  await promptOf(page).waitFor()
  assert.deepEqual(complaints, [])
})

test('npm start and npm run worker of dist without optional packages report in a sentence what is missing', async () => {
  const own = { DATABASE_URL: '', DATA_DIR: join(folder, 'start-data') }
  const error = await npm(thin.dir, ['start'], own).catch((reason) => reason)
  assert.equal(error.code, 1)
  assert.match(error.stderr, /^No Postgres for this machine \([^\n]+\)\. Set DATABASE_URL to use your own\.$/m)
})

test('dist with optional packages has at most 450 MB of them', async () => {
  const full = await install('full')
  console.log(`dist: ${full.allMb} MB, of them packages: ${full.packagesMb} MB`)
  assert.ok(full.packagesMb <= 450, `${full.packagesMb} MB`)
})

test('dist with optional packages makes a video with nothing beside it', async () => {
  const own = { DATABASE_URL: '', DATA_DIR: join(folder, 'full-data'), FFMPEG_PATH: '' }
  const { stdout } = await npm(join(folder, 'full'), ['demo', '--', 'a lake at sunset'], own)
  assert.match(stdout, /Video +\S+\.mp4/)
})

/** Uploads an image, makes a video of it and downloads it. */
async function makeVideo(api: string, key: string): Promise<ArrayBuffer> {
  const headers = { authorization: `Bearer ${key}` }
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#468' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('purpose', 'input_image')
  form.set('file', new Blob([new Uint8Array(picture)]), 'a.png')
  const uploaded = await fetch(`${api}/v1/files`, { method: 'POST', headers, body: form })
  const { id: inputImage } = await bodyOf(uploaded, 201)
  const request = { prompt: 'a lake', mode: 'image_to_video', input_image: inputImage, duration: 5 }
  const json = { ...headers, 'content-type': 'application/json' }
  const created = await fetch(`${api}/v1/videos`, { method: 'POST', headers: json, body: JSON.stringify(request) })
  const { id } = await bodyOf(created, 202)
  const events = await fetch(`${api}/v1/videos/${id}/events`, { headers })
  assert.match(await events.text(), /"status":"succeeded"/)
  const content = await fetch(`${api}/v1/videos/${id}/content`, { headers })
  assert.equal(content.status, 200)
  return content.arrayBuffer()
}

async function bodyOf(answer: Response, status: number): Promise<{ id: string }> {
  const text = await answer.text()
  assert.equal(answer.status, status, text)
  return JSON.parse(text)
}
