import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { URL_MAX } from '../limits.ts'
import { isCleanText } from './text.ts'

export type TargetRules = Config['webhook']

/** A public address that is not on the public internet: Azure's host agent. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])
/** The range of public IPv6 addresses. Addresses that embed or translate IPv4 are outside of it. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Whether an address belongs to one host of the public internet. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' ? !METADATA.has(parsed.toString()) : parsed.match(GLOBAL_UNICAST)
}

/** Names without public DNS (RFC 6761, 6762, 8375, and ICANN's name for private use). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/

/** URLs that the parser accepts without repairs; a repaired URL is not the one that was sent. */
const WRITTEN = /^[a-z]+:\/\/[^/\\\s\p{Cc}][^\\\s\p{Cc}]*$/iu

/** The normal form of an address, in which it is stored and called: lower-case host, no default port or fragment, ASCII. */
export function calledAddress(text: string): string {
  const { origin, pathname, search } = new URL(text)
  return origin + pathname + search
}

/**
 * The problem of a webhook URL, without looking its name up (docs/rules/webhooks.md#addresses). The URL parser has already
 * converted any spelling of an IPv4 address to four decimals.
 * @returns the broken rule, `must …`; null if there is none
 */
export function faultOf(text: string, rules: TargetRules): string | null {
  if (!isCleanText(text) || !WRITTEN.test(text) || !URL.canParse(text)) {
    return 'must be an absolute URL without spaces, control characters or backslashes'
  }
  const { protocol, username, password, port, hostname } = new URL(text)
  if (protocol !== 'https:' && !(rules.allowHttp && protocol === 'http:')) return 'must be an https URL'
  if (username !== '' || password !== '') return 'must not contain user information'
  if (port === '0') return 'must not have port 0'
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) && !rules.allowPrivate && !isPublic(address)) return 'must not have a private or reserved address'
  if (PRIVATE_NAME.test(hostname) && !rules.allowPrivate) return 'must not have the host name of a private network'
  if (calledAddress(text).length > URL_MAX)
    return `must be at most ${URL_MAX} characters, with other characters than ASCII encoded`
  return null
}

/** A name with a private or reserved address. */
export class RefusedTarget extends Error {}

/** The addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/**
 * The lookup of a connection: it connects to the addresses checked here, so that no second answer can differ. A single address that
 * is not public refuses the name.
 */
export function vettedLookup(rules: TargetRules, resolve: Resolve = resolverOf(rules)): LookupFunction {
  const vet = async (hostname: string) => {
    const addresses = await resolve(hostname)
    if (addresses.length === 0 || !(rules.allowPrivate || addresses.every(isPublic))) throw new RefusedTarget()
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  return (hostname, options, callback) => {
    vet(hostname).then(
      (found) => (options.all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => callback(error, ''),
    )
  }
}

/** Timeout for a name server, used twice. */
const DNS_MS = 3000

/**
 * Names of the public internet are looked up with DNS directly. The system's resolver would block one of a process's two threads
 * for it while a name server does not answer, so a few such names would delay all deliveries. Names of private networks are often
 * known only to the system.
 */
function resolverOf({ allowPrivate }: TargetRules): Resolve {
  if (allowPrivate) return async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address)
  const resolver = new Resolver({ timeout: DNS_MS, tries: 2 })
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length === 0 && answers[0]?.status === 'rejected') throw answers[0].reason
    return found
  }
}
