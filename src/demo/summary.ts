import { stat } from 'node:fs/promises'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import type { LedgerEntry, VideoFile } from '../../packages/client/src/index.ts'
import { displayAmount } from '../credit/money.ts'

/** What the downloaded file is, read from the file itself. */
export async function describeFile(path: string): Promise<string[]> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] })
  const [video, audio, { size }] = await Promise.all([
    input.getPrimaryVideoTrack(),
    input.getPrimaryAudioTrack(),
    stat(path),
  ])
  if (!video) throw new Error(`${path} holds no video`)
  const { packetCount, averagePacketRate } = await video.computePacketStats()
  const sound = audio ? `${audio.codec?.toUpperCase()}, ${audio.sampleRate / 1000} kHz` : 'no sound'
  return [
    `  Size      ${(size / 1_000_000).toFixed(2)} MB`,
    `  Picture   ${video.codedWidth}×${video.codedHeight}, ${packetCount} frames at ${Math.round(averagePacketRate)} fps, ${(packetCount / averagePacketRate).toFixed(1)} s`,
    `  Sound     ${sound}`,
  ]
}

/** What the service read of an uploaded file: `video, 720×1280, 3.2 s`. */
export function describeMaterial({ kind, width, height, duration }: VideoFile): string {
  const parts: string[] = [kind]
  if (width && height) parts.push(`${width}×${height}`)
  if (duration) parts.push(`${duration} s`)
  return parts.join(', ')
}

/** The ledger lines of one task, as a table. */
export function describeEntries(entries: readonly LedgerEntry[]): string[] {
  const rows = entries.map((entry) => [
    entry.kind,
    signed(entry.amount_micro),
    signed(entry.frozen_delta_micro),
    displayAmount(BigInt(entry.balance_after_micro)),
  ])
  const table = [['', 'amount', 'frozen', 'balance'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table.map(
    (row) =>
      `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('   ')}`,
  )
}

function signed(micro: number): string {
  const amount = BigInt(micro)
  return amount > 0n ? `+${displayAmount(amount)}` : displayAmount(amount)
}

/** The command that opens a file in the program of its kind. */
export function openCommand(path: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return `start "" "${path}"`
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  return `${platform === 'darwin' ? 'open' : 'xdg-open'} ${quoted}`
}
