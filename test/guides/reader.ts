import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Kind, OperationTypeNode, parse, print } from 'graphql'
import { SCOPES } from '../../src/key/caller.ts'
import { openLine } from '../clients/line.ts'
import { listen, send } from '../graphql/client.ts'
import { folderWithClient } from '../support/client-package.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { type QuickWorker, startQuickWorker } from '../support/worker.ts'
import { fits, objectsIn, parseShown } from './answers.ts'
import type { Block } from './blocks.ts'
import { createFilling, newest } from './fill.ts'
import { openShell, type Shell } from './shell.ts'

/** Long enough for a video on a busy machine. */
const VIDEO_MS = 120_000
/** For a test's `timeout`: long enough for a block; a wrong snippet would wait for ever. */
export const BLOCK_MS = 2 * VIDEO_MS

/** A reader that follows a document block by block. */
export interface Reader {
  readonly gateway: TestGateway
  readonly shell: Shell
  /**
   * Runs a block as written, after inserting a reader's values (`fill.ts`). A JSON block is compared with the answer to
   * the block before it, or of the reader's server.
   * @param next the block after it, which may show that this one is refused
   */
  run(block: Block, next: Block | undefined): Promise<void>
}

interface Reading {
  /** Settings of the gateway. */
  readonly environment: Readonly<Record<string, string>>
  /** Inserts a fragment of JavaScript into the program that the text assumes. */
  readonly around?: (fragment: string) => string
  /** Whether the reader waits for a video before the download, although the guide does not mention it. */
  readonly isPatient?: boolean
}

/** A reader in a new folder, beside a running gateway and worker. */
export async function startReader({
  environment,
  around = (whole) => whole,
  isPatient = false,
}: Reading): Promise<Reader> {
  // It may still be running: it must end before the gateway's hooks remove its folder.
  let worker: QuickWorker | null = null
  after(() => worker?.end())
  const gateway = await startTestGateway(
    { scopes: SCOPES, concurrencyLimit: 100 },
    { environment, chores: ['delivering', 'notices'] },
  )
  worker = await startQuickWorker(gateway, { renderMs: 300 })
  const folder = await prepareFolder(gateway.key)
  const shell = openShell(folder)
  // Programs of a page must reconnect: every other pushed change is the last one over its connection.
  let pushed = 0
  const line = await openLine(gateway, (sent) => sent.includes('"type":"next"') && pushed++ % 2 === 0)
  const filling = createFilling()
  const filled = async (text: string) =>
    filling.answered(await filling.placed(text, line.gateway.url), gateway.key, shell.said())
  let start = 0
  let isGoing = true
  let hasServer = false

  const compare = async (text: string) => {
    const shown = parseShown(await filling.placed(text, gateway.url))
    await answered(shell, shown, start, hasServer ? VIDEO_MS : 0)
  }
  const does = {
    /** Paragraph by paragraph, so that an id from one answer is there for the next. */
    async sh(text: string) {
      for (const paragraph of text.split(/\n{2,}/)) {
        if (isPatient && paragraph.includes('/content')) await ended(gateway, newest(shell.said(), 'vid'))
        const commands = await filled(paragraph)
        await shell.run(commands)
        for (const [, name = ''] of commands.matchAll(/ -o ([\w.-]+)/g)) await isWhole(join(folder, name))
      }
    },
    async js(text: string) {
      const isServer = await runProgram(shell, folder, await filled(around(text)))
      hasServer ||= isServer
    },
    graphql: async (text: string) => runDocument(gateway, shell, await filled(text)),
  }

  return {
    gateway,
    shell,
    async run(block, next) {
      assert.ok(isGoing, 'an earlier block failed')
      isGoing = false
      if (block.kind === 'json') await compare(block.text)
      else {
        start = shell.said().length
        await does[block.kind](block.text)
        const isShown = next?.kind === 'json' && /"errors?":/.test(next.text)
        if (!isShown) refuseErrors(shell.said().slice(start))
      }
      isGoing = true
    },
  }
}

/** An image, the first key's file, the installed packages and the client. */
async function prepareFolder(key: string): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'vidgate-guide-'))
  after(() => rm(base, { recursive: true, force: true }))
  const folder = await folderWithClient(base)
  await mkdir(join(folder, '.data'))
  await writeFile(join(folder, '.data/api-key'), key)
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  await copyFile('test/corpus/photo-exif6.jpg', join(folder, 'photo.jpg'))
  return folder
}

async function ended(gateway: TestGateway, id: string): Promise<void> {
  const isOver = async () => (await gateway.call('GET', `/v1/videos/${id}`)).body.completed_at !== null
  await until(isOver, VIDEO_MS)
}

const BEGINNINGS: Readonly<Record<string, RegExp>> = { mp4: /^.{4}ftyp/s, webp: /^RIFF.{4}WEBP/s }

/** A download is the kind of file that its name suggests, and not a refusal. */
async function isWhole(path: string): Promise<void> {
  const beginning = BEGINNINGS[path.split('.').at(-1) ?? ''] ?? assert.fail(`${path}: there is no check for such files`)
  assert.match((await readFile(path)).toString('latin1', 0, 12), beginning, path)
}

/** A program under the name in its first line; one that listens keeps running. @returns whether it does */
async function runProgram(shell: Shell, folder: string, text: string): Promise<boolean> {
  const [, name = 'program.js'] = /^\/\/ (\S+\.js)$/m.exec(text) ?? []
  await writeFile(join(folder, name), text)
  const isServer = text.includes('.listen(')
  const start = shell.said().length
  await shell.run(`node ${name} </dev/null ${isServer ? '&' : ''}`)
  if (isServer) await until(async () => shell.said().slice(start).includes('listening'))
  return isServer
}

/** Each operation of a document: a subscription to its end, or, if it has none, to its first result. */
async function runDocument(gateway: TestGateway, shell: Shell, text: string): Promise<void> {
  for (const definition of parse(text).definitions) {
    assert.equal(definition.kind, Kind.OPERATION_DEFINITION)
    const operation = print(definition)
    if (definition.operation !== OperationTypeNode.SUBSCRIPTION) {
      shell.add((await send(gateway, operation)).text)
      continue
    }
    for await (const result of listen(gateway, operation, {})) {
      shell.add(JSON.stringify(result))
      if (!operation.includes('taskUpdated')) break
    }
  }
}

/** A refusal that the document does not show is unexpected. */
function refuseErrors(output: string): void {
  for (const object of objectsIn(output) as { error?: unknown; errors?: unknown }[]) {
    assert.ok(!object.error && !(Array.isArray(object.errors) && object.errors.length > 0), JSON.stringify(object))
  }
  assert.ok(!output.includes('"userErrors":[{'), output)
}

/** Settles when an answer matches the shown one. */
async function answered(shell: Shell, shown: unknown, start: number, limitMs: number): Promise<void> {
  const answers = () => objectsIn(shell.said().slice(start))
  const isThere = async () => answers().some((answer) => fits(shown, answer))
  await until(isThere, limitMs).catch(() => {
    assert.deepEqual(answers().at(-1), shown, 'no answer matches the shown one')
  })
}
