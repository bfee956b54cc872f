import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError, type ErrorCode } from '../../src/errors.ts'
import type { Media } from '../../src/media/media.ts'
import { probeFile } from '../../src/media/probe.ts'
import { onLaneEnd } from '../support/lane.ts'

export const folder = mkdtempSync(join(tmpdir(), 'vidgate-test-'))
onLaneEnd(() => rm(folder, { recursive: true, force: true }))

let count = 0

/** A file of these bytes. */
export async function stored(...parts: readonly Uint8Array[]): Promise<string> {
  const path = join(folder, String(count++))
  await writeFile(path, Buffer.concat(parts))
  return path
}

export function corpus(filename: string): Promise<Buffer> {
  return readFile(`test/corpus/${filename}`)
}

/** The probe of these bytes. */
export async function probed(...parts: readonly Uint8Array[]): Promise<Media> {
  return probeFile(await stored(...parts))
}

/** The code of the refusal of these bytes; the refusal names the file's field. */
export async function refused(...parts: readonly Uint8Array[]): Promise<ErrorCode> {
  const path = await stored(...parts)
  try {
    assert.fail(`accepted as ${JSON.stringify(await probeFile(path))}`)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    assert.equal(error.param, 'file')
    return error.code
  }
}

/** The image itself, with its size in `size`. */
export function image(contentType: string, width: number, height: number): Media {
  return { kind: 'image', contentType, width, height, durationMs: null, hasAudio: false }
}

export function sound(contentType: string, durationMs: number): Media {
  return { kind: 'audio', contentType, width: null, height: null, durationMs, hasAudio: true }
}
