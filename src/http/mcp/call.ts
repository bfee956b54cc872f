import type { Meter } from '../../admission/meter.ts'
import type { Caller } from '../../key/caller.ts'
import type { Rooms } from '../../rooms.ts'
import type { RestContext } from '../rest/context.ts'

/** A message to `/mcp` whose caller is known. */
export interface McpCall {
  readonly rooms: Rooms
  readonly c: RestContext
  readonly caller: Caller
  readonly meter: Meter
  /** The message as sent, JSON text. */
  readonly text: string
  /** The same, parsed. */
  readonly message: unknown
}

interface Message {
  readonly method?: unknown
  readonly params?: { readonly name?: unknown; readonly _meta?: { readonly progressToken?: unknown } }
}

/** Whether a message calls a tool. */
export function callsTool(message: unknown, name: string): boolean {
  const { method, params } = message as Message
  return method === 'tools/call' && params?.name === name
}

/** Whether the client wants to be notified of progress while it waits. */
export function wantsProgress(message: unknown): boolean {
  const { params } = message as Message
  return params?._meta?.progressToken !== undefined
}
