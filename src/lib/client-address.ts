import { BlockList, isIP } from 'node:net'
import type { Config } from '../config.ts'

type TrustProxy = Config['trustProxy']

/**
 * @param peer of the connection
 * @param forwarded `X-Forwarded-For`
 */
export type ClientAddress = (peer: string | undefined, forwarded: string | undefined) => string | undefined

/**
 * Finds the address of a client behind trusted proxies: the first one from the right that is not a trusted proxy's. Entries to its
 * left were written by the client and are ignored. If an entry that is read is not an address, the whole header counts as absent.
 */
export function clientAddresses(proxies: TrustProxy): ClientAddress {
  const isTrusted = trust(proxies)
  return (connected, forwarded) => {
    const peer = connected && (plainAddress(connected) ?? connected)
    if (!peer || forwarded === undefined || !isTrusted(peer, 0)) return peer
    let client = peer
    let hop = 0
    for (const written of forwarded.split(',').reverse()) {
      const address = plainAddress(written.trim())
      if (address === null) return peer
      client = address
      hop += 1
      if (!isTrusted(client, hop)) break
    }
    return client
  }
}

/** @returns whether to believe what an address wrote; hop 0 is the peer of the connection */
function trust(proxies: TrustProxy): (address: string, hop: number) => boolean {
  if (proxies === null) return () => false
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  const networks = new BlockList()
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = familyOf(address)
    networks.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (address) => networks.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** Some proxies add the client's port. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/
/** A socket for both families shows IPv4 addresses like this. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** @returns null if the text is not an address, with or without a port */
function plainAddress(text: string): string | null {
  const [, inBrackets, bare] = WITH_PORT.exec(text) ?? []
  const address = inBrackets ?? bare ?? text
  if (isIP(address) === 0) return null
  return MAPPED.exec(address)?.[1] ?? address
}
