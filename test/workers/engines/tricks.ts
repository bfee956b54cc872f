import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { Pace } from '../../../workers/engine/http/pace.ts'
import { sendInterim } from '../../support/interim.ts'
import { clipOf } from './clips.ts'
import { type Step, sendJson, type Trick } from './model-server.ts'

/** The engine's expected result. */
export type Expected = { readonly refusal: string } | { readonly retry: boolean }

export interface Fault {
  readonly trick: Trick
  /** The timeout that the fault is about, shortened. */
  readonly pace?: Partial<Pace>
  readonly expected: Expected
}

const at =
  (step: Step, answer: (response: ServerResponse) => unknown): Trick =>
  async (now, response) => {
    if (now !== step) return false
    await answer(response)
    return true
  }

const hang = () => {}
const text =
  (status: number, body: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
const json = (status: number, body: object) => (response: ServerResponse) => sendJson(response, status, body)
const refused = (code: string, message: string) =>
  json(400, { error: { code, message, type: 'invalid_request_error' } })

const retry: Expected = { retry: true }
const hopeless: Expected = { retry: false }

/** More than the limit of an answer. */
const huge = (response: ServerResponse) => response.writeHead(200).end(`{"id":"${'x'.repeat(3 * 1024 * 1024)}"}`)
const elsewhere = text(307, '', { location: 'http://127.0.0.1:9/' })

async function truncated(response: ServerResponse) {
  const bytes = await readFile(await clipOf(22))
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': bytes.length })
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
}

async function short(response: ServerResponse) {
  const bytes = await readFile(await clipOf(22))
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(bytes.subarray(0, bytes.length - 100))
}

async function stalling(response: ServerResponse) {
  const path = await clipOf(22)
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 1e6 })
  createReadStream(path, { end: 1000 }).pipe(response, { end: false })
}

/** Malformed answers and failures that any server may cause, with the engine's result. */
export const COMMON_FAULTS: Readonly<Record<string, Fault>> = {
  'the prompt is refused': {
    trick: at(
      'create',
      refused(
        'content_policy_violation',
        'Your request was rejected as a result of our safety system; no output was generated.',
      ),
    ),
    expected: { refusal: 'content_policy_input' },
  },
  'a parameter is refused': {
    trick: at('create', json(400, { detail: 'num_frames must be positive' })),
    expected: hopeless,
  },
  'the key is refused': { trick: at('create', json(401, { error: { message: 'no such key' } })), expected: hopeless },
  'the address is wrong': { trick: at('create', json(404, { detail: 'Not Found' })), expected: hopeless },
  'the create fails': { trick: at('create', text(500, 'Internal Server Error')), expected: retry },
  'there is never room': {
    trick: at('create', json(503, { detail: 'Task queue is full' })),
    pace: { room: 60 },
    expected: retry,
  },
  'the create hangs': { trick: at('create', hang), pace: { create: 800 }, expected: retry },
  'the create is answered with a page': { trick: at('create', text(200, '<html>')), expected: retry },
  'the create is answered with a list': { trick: at('create', text(200, '[1]')), expected: retry },
  'the create is answered without an id': { trick: at('create', json(200, { status: 'queued' })), expected: retry },
  'the create is answered without an end': { trick: at('create', huge), expected: retry },
  'the create is redirected': { trick: at('create', elsewhere), expected: hopeless },
  'the connection breaks': { trick: at('create', (response) => response.destroy()), expected: retry },
  'the video is lost': { trick: at('state', json(404, { detail: 'Video not found' })), expected: retry },
  'the status is no word of the protocol': { trick: at('state', json(200, { status: 'baking' })), expected: retry },
  'the status is missing': { trick: at('state', json(200, {})), expected: retry },
  'the status is a page': { trick: at('state', text(200, '<html>')), expected: retry },
  'the status hangs': { trick: at('state', hang), pace: { answer: 500, silence: 800 }, expected: retry },
  'the status fails for good': {
    trick: at('state', text(502, 'Bad Gateway')),
    pace: { silence: 800 },
    expected: retry,
  },
  'the status is redirected': { trick: at('state', elsewhere), expected: hopeless },
  'somebody cancels the video': { trick: at('state', json(200, { status: 'cancelled' })), expected: retry },
  'the file is not there': { trick: at('content', json(404, { detail: 'File not found' })), expected: retry },
  'the file is a page': { trick: at('content', text(200, '<html>'.repeat(100))), expected: retry },
  'the file is empty': { trick: at('content', text(200, '')), expected: retry },
  'the file breaks off': { trick: at('content', truncated), expected: retry },
  'the file is cut short': { trick: at('content', short), expected: retry },
  'the file stalls': { trick: at('content', stalling), pace: { stall: 600 }, expected: retry },
  'the file is redirected': { trick: at('content', elsewhere), expected: hopeless },
}

export const OPENAI_FAULTS: Readonly<Record<string, Fault>> = {
  ...COMMON_FAULTS,
  'the model fails': {
    trick: at('state', json(200, { status: 'failed', error: { code: 500, message: 'CUDA out of memory' } })),
    expected: retry,
  },
  'the model finds fault with the request': {
    trick: at('state', json(200, { status: 'failed', error: { code: 400, message: 'prompt must be non-empty' } })),
    expected: hopeless,
  },
  'what it made is refused': {
    trick: at(
      'state',
      json(200, { status: 'failed', error: { code: 'moderation_blocked', message: 'The output was blocked.' } }),
    ),
    expected: { refusal: 'content_policy_output' },
  },
}

export const LIGHTX2V_FAULTS: Readonly<Record<string, Fault>> = {
  ...COMMON_FAULTS,
  'the model fails': {
    trick: at('state', json(200, { status: 'failed', error: 'CUDA out of memory', error_type: 'OutOfMemoryError' })),
    expected: retry,
  },
  'the model finds fault with the request': {
    trick: at('state', json(200, { status: 'failed', error: 'target_shape must be [h, w]', error_type: 'ValueError' })),
    expected: hopeless,
  },
}

/** No fault. */
export const honest: Trick = () => false

/** Sends interim answers before each final one. */
export const interim: Trick = (_step, response) => new Promise((resolve) => sendInterim(response, () => resolve(false)))

/** Never done. */
export const endless = (status: string, onAsked: () => void): Trick =>
  at('state', (response) => {
    onAsked()
    sendJson(response, 200, { status, progress: 10 })
  })
