import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { OPTIONAL } from '../../build/contents.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readConfig, VARIABLES } from '../../src/config.ts'

const files = ['Dockerfile', 'compose.yaml', ...globSync('deploy/**/*.*')]
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const textOf = (path: string) => readFileSync(path, 'utf8')

/** Variables of other programs, and the Dockerfile's argument. */
const FOREIGN = new Set([
  ...['NODE_ENV', 'NODE_COMPILE_CACHE', 'BASE'],
  ...['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD', 'MINIO_ROOT_USER', 'MINIO_ROOT_PASSWORD'],
  'GATEWAYS',
])
/** Written by the build, so not in a new checkout. */
const BUILT = /^(node_modules|dist(\/package(-lock)?\.json)?)$/

/** Images and units run the modules of `dist`. */
const sourceOf = (path: string) => path.replace(/\.js$/, '.ts')

/** Names with an underscore, names that get a value, and names in the holes of a template. */
function variablesIn(text: string): string[] {
  const named = text.matchAll(/\b(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|[A-Z][A-Z0-9]+(?=[=:]))|(?<=\$\{|\{\$)[A-Z]\w*/g)
  return [...new Set([...named].map(([name]) => name))].filter((name) => !name.startsWith('AF_'))
}

test('deployment files name only variables that a program reads', () => {
  const unknown = files.flatMap(({ path, text }) =>
    variablesIn(text)
      .filter((name) => !VARIABLES.includes(name) && !FOREIGN.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(unknown, [])
  assert.ok(variablesIn(textOf('compose.yaml')).includes('WORKER_CAPABILITIES'))
})

test('scripts, modules and folders that deployment files name exist', () => {
  const scripts = Object.keys(packageJson.scripts)
  const missing = files.flatMap(({ path, text }) => {
    const named = [...text.matchAll(/\bnpm run ([\w-]+)/g)].flatMap(([, name = '']) => scripts.includes(name) || name)
    const modules = [...text.matchAll(/(?<![\w./-])(?:src|workers|prisma|web|deploy)\/[\w./-]*\.\w+/g)].map(([at]) =>
      sourceOf(at),
    )
    return [...named, ...modules.filter((at) => !existsSync(at))]
      .filter((at) => at !== true)
      .map((at) => `${path}: ${at}`)
  })
  const copied = [...textOf('Dockerfile').matchAll(/^COPY (?:--from=\S+ \/app\/)?(.+) \S+$/gm)].flatMap(
    ([, from = '']) => from.split(' ').map((each) => each.replace('/app/', '')),
  )
  const context = [...textOf('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, from = '']) => from)
  assert.deepEqual([...missing, ...[...copied, ...context].filter((at) => !BUILT.test(at) && !existsSync(at))], [])
})

test('the image of the worker removes only the optional package that it does not use', () => {
  const [, removed = ''] = /rm -r (.+) \\/.exec(textOf('Dockerfile')) ?? []
  const [name = '', scope] = removed.split(' ').map((path) => path.replace('node_modules/', ''))
  assert.ok(OPTIONAL.includes(name), name)
  assert.equal(scope, `@${name}`)
})

test('images and units start processes as the npm scripts do', () => {
  const { gateway, worker, migrate } = packageJson.scripts
  const built = (command: string) => command.replace(/\.ts$/, '.js')
  const asArray = (command: string) => `["${built(command).split(' ').join('", "')}"]`
  const asUnit = (command: string) => `ExecStart=/usr/bin/${built(command)}`
  for (const [path, command] of [
    ['Dockerfile', asArray(gateway)],
    ['Dockerfile', asArray(worker)],
    ['compose.yaml', asArray(migrate)],
    ['deploy/kubernetes/migrate.yaml', asArray(migrate)],
    ['deploy/systemd/vidgate-gateway@.service', asUnit(gateway)],
    ['deploy/systemd/vidgate-worker@.service', asUnit(worker)],
    ['deploy/systemd/vidgate-migrate.service', asUnit(migrate)],
  ] as const) {
    assert.ok(textOf(path).includes(command), `${path}: ${command}`)
  }
})

/** A number of a file, which must be there. */
function numberIn(path: string, pattern: RegExp): number {
  const [, found] = pattern.exec(textOf(path)) ?? []
  assert.ok(found, `${path}: ${pattern}`)
  return Number(found.replaceAll('_', ''))
}

test('a stopping process has the time that it takes', () => {
  const gateway = numberIn('src/gateway-main.ts', /LIMIT_MS = ([\d_]+)/) / 1000
  const afterGrace = numberIn('workers/worker-main.ts', /CLOSE_MS = ([\d_]+)/) / 1000
  const worker = readConfig({}).workerGraceSeconds + afterGrace
  assert.ok(numberIn('deploy/systemd/vidgate-gateway@.service', /TimeoutStopSec=(\d+)/) > gateway)
  assert.ok(numberIn('deploy/systemd/vidgate-worker@.service', /TimeoutStopSec=(\d+)/) > worker)
  assert.ok(numberIn('compose.yaml', /x-gateway:[\s\S]*?stop_grace_period: (\d+)s/) > gateway)
  assert.ok(numberIn('compose.yaml', /x-worker:[\s\S]*?stop_grace_period: (\d+)s/) > worker)
  const pod = /terminationGracePeriodSeconds: (\d+)/
  const preStop = numberIn('deploy/kubernetes/gateway.yaml', /"sleep", "(\d+)"/)
  assert.ok(numberIn('deploy/kubernetes/gateway.yaml', pod) > preStop + gateway)
  const grace = numberIn('deploy/kubernetes/workers.yaml', /WORKER_GRACE_SECONDS, value: "(\d+)"/)
  assert.ok(numberIn('deploy/kubernetes/workers.yaml', pod) > grace + afterGrace)
})

test('proxies close idle connections before the gateway does', () => {
  const gateway = numberIn('src/http/server.ts', /KEEP_ALIVE_MS = ([\d_]+)/) / 1000
  assert.ok(numberIn('deploy/nginx/vidgate.conf', /keepalive_timeout (\d+)s/) < gateway)
  assert.ok(numberIn('deploy/caddy/Caddyfile', /keepalive (\d+)s/) < gateway)
})

/** Lines of YAML that are not an item, a key, a comment, or the text of a block. */
function badLines(text: string): string[] {
  let block = Number.POSITIVE_INFINITY
  return text.split('\n').filter((line) => {
    const indent = line.search(/\S/)
    if (indent < 0 || indent > block) return false
    block = /[|>]-?$/.test(line) ? indent : Number.POSITIVE_INFINITY
    return indent % 2 !== 0 || !/^ *(#|---$|- \S|(?:<<|[\w./-]+):( \S|$))/.test(line) || line.includes('\t')
  })
}

test('YAML files have lines of the form that YAML requires', () => {
  const yaml = files.filter(({ path }) => path.endsWith('.yaml'))
  assert.ok(yaml.length > 6)
  for (const { path, text } of yaml) assert.deepEqual(badLines(text), [], path)
  assert.deepEqual(badLines('a:\n   b: 1\n\tc: 2\n'), ['   b: 1', '\tc: 2'])
})
