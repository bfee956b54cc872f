/** Lets scripts and players of a page also load from the origin of redirected downloads; null if there is none. */
export function withDownloads(policy: string, origin: string | null): string {
  return origin === null ? policy : policy.replaceAll(/(connect|media)-src 'self'/g, `$& ${origin}`)
}
