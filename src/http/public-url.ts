import { BlockList, isIP } from 'node:net'
import type { Config } from '../config.ts'

const LOCAL = new BlockList()
LOCAL.addSubnet('127.0.0.0', 8, 'ipv4')
LOCAL.addAddress('::1', 'ipv6')

const WILDCARDS: readonly string[] = ['0.0.0.0', '::']

/**
 * @param publicUrl address in links to callers, set or by default
 * @returns why callers cannot use these links; null if nothing indicates that
 */
export function problemOfLinks(
  publicUrl: string,
  { host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>,
): string | null {
  const named = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const isLocalOnly = isLocal(host) && trustProxy === null
  if (!WILDCARDS.includes(named) && (!isLocal(named) || isLocalOnly)) return null
  return (
    `links to videos and the OpenAPI document name ${publicUrl}, which callers on other machines cannot reach. ` +
    'Set PUBLIC_URL to the address that they use'
  )
}

function isLocal(host: string): boolean {
  const version = isIP(host)
  return version === 0 ? host === 'localhost' : LOCAL.check(host, version === 6 ? 'ipv6' : 'ipv4')
}
