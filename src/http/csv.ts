import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Log } from '../lib/log.ts'
import type { LedgerExport } from '../task/ledger-export.ts'
import { type Coding, codingOf } from './negotiate.ts'
import { sinkOf } from './sink.ts'

/** The longest export: 200 MB, a million entries, need half an hour at 1 Mbit/s, and three minutes with gzip. */
const EXPORT_MS = 3_600_000

function gzipOf({ headers }: IncomingMessage): Coding | null {
  return codingOf(headers['accept-encoding']?.toString(), (each) => each === 'gzip')
}

/** Headers of an export's answer, also to HEAD. */
export function csvHeaders({ name }: LedgerExport, request: IncomingMessage): Record<string, string> {
  const coding = gzipOf(request)
  return {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(coding && { 'Content-Encoding': coding }),
  }
}

/**
 * Streams an export as its client reads it, and closes it at the end. A fault breaks the connection, so that no client takes a
 * part for the whole.
 */
export function sendCsv(exported: LedgerExport, request: IncomingMessage, response: ServerResponse, log: Log): void {
  if (response.destroyed) {
    exported.close()
    return
  }
  response.once('close', exported.close)
  response.writeHead(200, csvHeaders(exported, request))
  const texts = Readable.from(exported.texts(), { highWaterMark: 1 })
  const signal = AbortSignal.timeout(EXPORT_MS)
  const sink = sinkOf(response)
  const sent = gzipOf(request) ? pipeline(texts, createGzip(), sink, { signal }) : pipeline(texts, sink, { signal })
  sent.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.warn({ err: error }, 'an export broke off')
  })
}
