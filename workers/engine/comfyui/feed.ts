import { WebSocket } from 'ws'
import type { Server } from '../http/call.ts'
import type { Pushed } from './meter.ts'

const HANDSHAKE_MS = 10_000
const AGAIN_MS = 1000
/** Previews are pictures; they are ignored. */
const MOST_BYTES = 64 * 1024 ** 2

/** @param message null if the socket was closed */
type Listener = (message: Pushed | null) => void

export interface Feed {
  /** Receives the messages about a prompt until the returned function is called. */
  follow(id: string, listener: Listener): () => void
  isOpen(): boolean
}

/**
 * The server's WebSocket, open while a prompt is followed. It only shows progress and that a prompt has ended, so a socket that
 * breaks is no error: it is opened again, and meanwhile the history is polled as usual.
 */
export function feedOf(server: Server, client: string): Feed {
  const listeners = new Map<string, Listener>()
  let socket: WebSocket | null = null
  let again: NodeJS.Timeout | undefined

  function open() {
    const url = `${server.url.replace(/^http/, 'ws')}/ws?clientId=${client}`
    const headers = server.apiKey === null ? {} : { Authorization: `Bearer ${server.apiKey}` }
    const opened = new WebSocket(url, {
      headers,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
    })
    socket = opened
    opened.on('error', () => {})
    opened.on('message', (data, isBinary) => {
      const message = isBinary ? null : parse(String(data))
      if (message) listeners.get(String(message.data['prompt_id']))?.(message)
    })
    opened.on('close', () => {
      if (socket !== opened) return
      socket = null
      again = setTimeout(open, AGAIN_MS)
      for (const listener of listeners.values()) listener(null)
    })
  }

  return {
    follow(id, listener) {
      listeners.set(id, listener)
      if (listeners.size === 1) open()
      return () => {
        listeners.delete(id)
        if (listeners.size > 0) return
        clearTimeout(again)
        const closed = socket
        socket = null
        closed?.terminate()
      }
    },
    isOpen: () => socket?.readyState === WebSocket.OPEN,
  }
}

function parse(text: string): Pushed | null {
  try {
    const { type, data } = JSON.parse(text)
    return typeof type === 'string' && data !== null && typeof data === 'object' ? { type, data } : null
  } catch {
    return null
  }
}
