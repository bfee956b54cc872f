import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload } from '../../support/material.ts'

interface Specimen {
  readonly filename: string
  readonly bytes: number
  readonly sha256: string
  readonly contentType: string
  readonly trueKind: string
  readonly durationS: number | null
  readonly toleranceS: number | null
  readonly width: number | null
  readonly height: number | null
  readonly verdict: 'accept' | 'reject' | 'either'
  readonly reason: string | null
}

const gateway = await startTestGateway()
const manifest: { files: Specimen[] } = JSON.parse(await readFile('test/corpus/manifest.json', 'utf8'))

/** The manifest's reasons as error codes. */
const CODES: Readonly<Record<string, string>> = {
  unsupported_type: 'unsupported_media_type',
  unreadable: 'media_unreadable',
}

for (const specimen of manifest.files) {
  const { filename, verdict } = specimen
  test(`${filename}, sent without a type: ${verdict}`, async () => {
    const before = await uploadsLeft(gateway)
    const answer = await upload(gateway, await corpus(filename), 'reference', { filename })
    if (verdict === 'reject' || answer.status !== 201) {
      const reason = specimen.reason ?? ''
      assert.deepEqual([answer.status >= 400, answer.body.error?.code], [true, CODES[reason] ?? reason])
      assert.deepEqual(await uploadsLeft(gateway), before)
      return
    }
    const { bytes, sha256, content_type, kind, width, height, duration } = answer.body
    assert.deepEqual(
      { bytes, sha256, content_type, kind, width, height },
      {
        bytes: specimen.bytes,
        sha256: specimen.sha256,
        content_type: specimen.contentType,
        kind: specimen.trueKind,
        width: specimen.width,
        height: specimen.height,
      },
    )
    if (specimen.durationS === null) assert.equal(duration, null)
    else assert.ok(Math.abs(duration - specimen.durationS) <= (specimen.toleranceS ?? 0), String(duration))
  })
}
