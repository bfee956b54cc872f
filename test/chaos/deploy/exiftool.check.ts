import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { markGenerated } from '../../../src/media/provenance.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { watch } from '../../support/watch.ts'
import { startWorkerProcess } from '../../support/worker.ts'
import { GENERATED } from '../../support/xmp.ts'

// A stock reader finds the mark of delivered files.

const folder = await mkdtemp(join(tmpdir(), 'vidgate-test-'))
after(() => rm(folder, { recursive: true }))

/** What exiftool reads: the source types, and its warnings. */
function readBack(path: string): unknown {
  const tags = ['-XMP-iptcExt:DigitalSourceType', '-Warning', '-Error']
  const printed = execFileSync('exiftool', ['-json', '-a', '-n', ...tags, path], { encoding: 'utf8' })
  const [{ SourceFile: _, ...read }] = JSON.parse(printed)
  return read
}

const FOUND = { DigitalSourceType: GENERATED }

test('exiftool finds the mark in a delivered video and its thumbnail', async () => {
  const gateway = await startTestGateway()
  const worker = await startWorkerProcess(gateway)
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '1:1' })
  await (await watch(gateway, body.id)).ended
  for (const variant of ['video', 'thumbnail']) {
    const headers = { authorization: `Bearer ${gateway.key}` }
    const answer = await fetch(`${gateway.url}/v1/videos/${body.id}/content?variant=${variant}`, { headers })
    const path = join(folder, variant)
    await writeFile(path, Buffer.from(await answer.arrayBuffer()))
    assert.deepEqual(readBack(path), FOUND, variant)
  }
  await worker.end('SIGTERM')
})

for (const name of ['edit-list', 'fragmented-20s', 'fragmented-no-mehd', 'moov-at-end', 'two-video-two-audio']) {
  test(`exiftool finds the mark in ${name}.mp4`, async () => {
    const path = join(folder, `${name}.mp4`)
    await copyFile(`test/corpus/${name}.mp4`, path)
    const thumbnailPath = join(folder, 'grey.png')
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } }).toFile(thumbnailPath)
    const made = await markGenerated({ path, thumbnailPath }, folder)
    assert.deepEqual([readBack(made.path), readBack(made.thumbnailPath)], [FOUND, FOUND])
  })
}
