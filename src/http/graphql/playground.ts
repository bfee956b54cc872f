import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'graphql-yoga'

const DEFAULT_QUERY = `# Put your API key into the Headers tab below:
#
#   { "Authorization": "Bearer vgk_..." }
#
# Run TaskCreate, copy the id of the task it gives into the Variables tab
# as { "id": "vid_..." }, and run TaskUpdated to watch it until it is done.

mutation TaskCreate {
  taskCreate(input: { prompt: "A paper boat sails across a rain puddle at dusk", duration: 5 }) {
    tasks {
      id
      status
      cost {
        frozenMicro
      }
    }
    userErrors {
      code
      message
      path
    }
  }
}

subscription TaskUpdated($id: ID!) {
  taskUpdated(id: $id) {
    seq
    task {
      status
      progress
      output {
        videoUri
        duration
      }
      usage {
        amount
      }
    }
  }
}

query Tasks {
  tasks(first: 5) {
    nodes {
      id
      prompt
      status
      createdAt
    }
  }
}
`

interface Page {
  readonly etag: string
  /** By content coding. */
  readonly bodies: Readonly<Record<'br' | 'gzip', Buffer<ArrayBuffer>>>
}

/**
 * GraphiQL without a CDN. Its 9 MB of HTML are compressed once, when it is first asked for: brotli 5 takes half a second,
 * 11 half a minute. Subscriptions in it run as Server-Sent Events, which carry the Headers tab; its WebSocket client does
 * not send that tab with the connection.
 */
export function playground(endpoint: string): Plugin {
  let page: Promise<Page> | null = null
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      const isPage = request.method === 'GET' && request.headers.get('accept')?.includes('text/html')
      if (!isPage || url.pathname !== endpoint) return
      page ??= compress(await render(endpoint)).catch((error: unknown) => {
        page = null
        throw error
      })
      const { etag, bodies } = await page
      const headers: Record<string, string> = {
        'Cache-Control': 'no-cache',
        'Content-Type': 'text/html; charset=utf-8',
        ETag: etag,
        Vary: 'Accept, Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
      }
      if (request.headers.get('if-none-match') === etag) {
        return endResponse(new fetchAPI.Response(null, { status: 304, headers }))
      }
      const coding = codingOf(request.headers.get('accept-encoding') ?? '')
      if (!coding) return endResponse(new fetchAPI.Response(await render(endpoint), { headers }))
      headers['Content-Encoding'] = coding
      headers['Content-Length'] = String(bodies[coding].length)
      endResponse(new fetchAPI.Response(bodies[coding], { headers }))
    },
  }
}

function codingOf(accepted: string): 'br' | 'gzip' | null {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** Loaded only for those who look at it: it is the largest module of all. */
async function render(endpoint: string): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const headers = JSON.stringify({ Authorization: 'Bearer vgk_...' }, null, 2)
  return renderGraphiQL({ endpoint, title: 'vidgate GraphiQL', defaultQuery: DEFAULT_QUERY, headers })
}

async function compress(html: string): Promise<Page> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: html.length }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(html, { params }), promisify(gzip)(html)])
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  return { etag, bodies: { br, gzip: gzipped } }
}
