import type { IncomingMessage, ServerResponse } from 'node:http'
import { installedFile } from '../lib/installed.ts'
import { withDownloads } from './content-policy.ts'
import { codingOf, isHeld } from './negotiate.ts'
import { readWebFiles, type WebFile } from './web/files.ts'

/** Output folder of `npm run build`. */
const BUILT = installedFile('web/dist')

/** Paths of the console's pages, which are all one document (`web/src/route.ts`). */
const PAGES = ['/', '/credits', '/keys', '/webhooks', '/operator'] as const

/**
 * The console loads everything from here. No inline scripts or styles; images and videos also from `blob:`, which the page creates;
 * no framing, because a click in the console may spend money.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const NOT_BUILT = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>vidgate</title>
<h1>The console is not built</h1>
<p>Run <code>npm run build</code> in the gateway’s folder and start the gateway again. The API is up without it.</p>
</html>
`

/** Addresses of the APIs, which answer browsers like everybody else. */
const API = /^\/(v1|graphql|openai|mcp|admin)(\/|$)/

/** The console. */
export interface Web {
  /** Whether a path belongs to the console. */
  has(path: string): boolean
  /** Answers GET and HEAD of such a path. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): void
  /** Answers with 404 a browser that opens an address without a route. false: the request is not of that kind. */
  answerMissing(request: IncomingMessage, response: ServerResponse, path: string): boolean
}

/**
 * Reads the built console once. A build while the gateway runs shows after its next start.
 * @param downloads origin of redirected downloads, which the console may load too
 */
export function createWeb(folder: string = BUILT, downloads: string | null = null): Web {
  const files = readWebFiles(folder)
  const index = files.get('/index.html')
  const pages: ReadonlySet<string> = new Set(PAGES)
  const heads = { ...HEADERS, 'Content-Security-Policy': withDownloads(POLICY, downloads) }
  return {
    has: (path) => pages.has(path) || files.has(path),
    answer(request, response, path) {
      const file = pages.has(path) ? index : files.get(path)
      if (file) send(request, response, file, heads)
      else sendText(request, response, NOT_BUILT, heads)
    },
    answerMissing(request, response, path) {
      const isPage = request.method === 'GET' || request.method === 'HEAD'
      if (!index || !isPage || API.test(path) || !asksForPage(request)) return false
      sendText(request, response, documentAt(index, path), heads)
      return true
    },
  }
}

/** Whether HTML is named, as browsers do for a page they open. */
function asksForPage({ headers: { accept = '' } }: IncomingMessage): boolean {
  return /\btext\/html\b/i.test(accept)
}

/** The console's document for an address in any folder: its files are named relative to the console's root. */
function documentAt({ bytes }: WebFile, path: string): string {
  const up = '../'.repeat(path.split('/').length - 2) || './'
  return bytes.toString().replaceAll('="./', `="${up}`)
}

type Headers = Readonly<Record<string, string>>

function send(request: IncomingMessage, response: ServerResponse, file: WebFile, common: Headers): void {
  const coding = codingOf(request.headers['accept-encoding'], (each) => file.coded[each] !== undefined)
  const body = (coding && file.coded[coding]) ?? file.bytes
  response.appendHeader('Vary', 'Accept-Encoding')
  const headers = {
    ...common,
    'Content-Type': file.type,
    'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
  }
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && isHeld(ifNoneMatch, file.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  const encoding = coding ? { 'Content-Encoding': coding } : {}
  response.writeHead(200, { ...headers, ...encoding, 'Content-Length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function sendText(request: IncomingMessage, response: ServerResponse, html: string, common: Headers): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': Buffer.byteLength(html) }
  response.writeHead(404, { ...common, ...headers, 'Cache-Control': 'no-store' })
  response.end(request.method === 'HEAD' ? undefined : html)
}
