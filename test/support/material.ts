import { openAsBlob } from 'node:fs'
import {
  ALL_FORMATS,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'
import type { Purpose } from '../../src/file/file.ts'
import type { TestGateway, TestResponse } from './gateway.ts'

/** A file of the corpus. */
export function corpus(filename: string): Promise<Blob> {
  return openAsBlob(`test/corpus/${filename}`)
}

/** Silence of an exact length in seconds. */
export function wavOf(seconds: number): Blob {
  const rate = 8000
  const length = Math.round(seconds * rate)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(length, 40)
  return new Blob([header, new Uint8Array(length).fill(128)])
}

/** A video with an exact number and rate of frames: frames of the corpus with other times. */
export async function videoOf(pictures: number, perSecond: number): Promise<Blob> {
  using input = new Input({ source: new FilePathSource('test/corpus/black-10s.mp4'), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(), target })
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error('there is no video track')
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  let index = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (index === pictures) break
    const type = index === 0 ? 'key' : packet.type
    await source.add(new EncodedPacket(packet.data, type, index / perSecond, 1 / perSecond), {
      decoderConfig: config,
    })
    index++
  }
  if (index < pictures) throw new Error(`the corpus has only ${index} frames`)
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer(0)])
}

/** An image of one colour. */
export async function pngOf(width: number, height: number, background = '#3a6ea5'): Promise<Blob> {
  const png = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(png)])
}

/** Uploads like stock clients, without a content type. */
export async function upload(
  gateway: Pick<TestGateway, 'url' | 'key'>,
  file: Blob,
  purpose: Purpose | (string & {}),
  options: { readonly key?: string; readonly filename?: string; readonly headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new File([file], options.filename ?? 'upload.bin', { type: 'application/octet-stream' }))
  const headers = { authorization: `Bearer ${options.key ?? gateway.key}`, ...options.headers }
  const response = await fetch(`${gateway.url}/v1/files`, { method: 'POST', headers, body: form })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** Uploads a file that must be accepted, and returns its id. */
export async function uploaded(
  gateway: Pick<TestGateway, 'url' | 'key'>,
  file: Blob,
  purpose: Purpose,
  key?: string,
): Promise<string> {
  const answer = await upload(gateway, file, purpose, key === undefined ? {} : { key })
  if (answer.status !== 201) throw new Error(`an upload was refused: ${answer.text}`)
  return answer.body.id
}
