import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

const OWN_PORT = /(?<=:|listen\()300\d\b/g

/** Values that a reader inserts into a block. */
export interface Filling {
  /** The gateway's address for `localhost:4000`, and free ports for 3000 to 3009. */
  placed(text: string, url: string): Promise<string>
  /** The key for `vgk_…`; the newest id, token or cursor of an answer for `vid_…`, `vgr_…` and `after: "…"`. */
  answered(text: string, key: string, said: string): string
}

export function createFilling(): Filling {
  const ports = new Map<string, number>()
  return {
    async placed(text, url) {
      for (const [port] of text.matchAll(OWN_PORT)) if (!ports.has(port)) ports.set(port, await freePort())
      return text
        .replaceAll('localhost:4000', new URL(url).host)
        .replaceAll(OWN_PORT, (port) => String(ports.get(port)))
    },
    answered: (text, key, said) =>
      text
        .replaceAll('vgk_…', key)
        .replaceAll(/\b(vid|file|whd|vgr)_…/g, (_, prefix: string) => newest(said, prefix))
        .replaceAll('after: "…"', () => `after: "${newestCursor(said)}"`),
  }
}

export function newest(said: string, prefix: string): string {
  const all = said.match(new RegExp(`\\b${prefix}_[0-9A-Za-z_.-]{20,}`, 'g'))
  return all?.at(-1) ?? assert.fail(`no answer contained ${prefix}_…`)
}

function newestCursor(said: string): string {
  const all = [...said.matchAll(/"cursor":"([^"]+)"/g)]
  return all.at(-1)?.[1] ?? assert.fail('no answer contained a cursor')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
