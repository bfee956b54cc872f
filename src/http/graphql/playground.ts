import type { Plugin } from 'graphql-yoga'
import { answerPrepared, onFirstUse, prepare } from '../prepared.ts'

const DEFAULT_QUERY = `# Put your API key into the Headers tab below:
#
#   { "Authorization": "Bearer vgk_..." }
#
# Run TaskCreate, copy the id of the new task into the Variables tab
# as { "id": "vid_..." }, and run TaskUpdated to watch it until it ends.

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

/**
 * GraphiQL without a CDN: 9 MB of HTML, built once, on the first request. Its subscriptions use Server-Sent Events, which send the
 * Headers tab; its WebSocket client would not.
 */
export function playground(endpoint: string): Plugin {
  // A proxy may serve the page under a path prefix.
  const relative = endpoint.slice(1)
  const page = onFirstUse(async () => prepare('text/html; charset=utf-8', await render(relative)))
  const headers = { Vary: 'Accept, Accept-Encoding', 'X-Frame-Options': 'DENY' }
  return {
    async onRequest({ request, url, fetchAPI, endResponse }) {
      const isPage = request.method === 'GET' && request.headers.get('accept')?.includes('text/html')
      if (!isPage || url.pathname !== endpoint) return
      endResponse(answerPrepared(request, await page(), headers, fetchAPI.Response))
    },
  }
}

/** Loaded on the first request, because it is the largest module. */
async function render(endpoint: string): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const headers = JSON.stringify({ Authorization: 'Bearer vgk_...' }, null, 2)
  return renderGraphiQL({ endpoint, title: 'vidgate GraphiQL', defaultQuery: DEFAULT_QUERY, headers })
}
