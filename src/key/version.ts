/**
 * Forms of REST by the day they appeared (docs/rules/versions.md#choosing-a-version). GraphQL speaks the current one
 * alone.
 */
export const CURRENT_VERSION = '2026-11-01'

/** The earlier form (spec 9), for accounts that the operator enabled: in it a cancel costs nothing. */
export const EARLIER_VERSION = '2026-06-01'

/** Whether a caller speaks the earlier form, or a task was made in it. */
export function isEarlier({ apiVersion }: { readonly apiVersion: string }): boolean {
  return apiVersion === EARLIER_VERSION
}
