import type { Plugin } from 'graphql-yoga'
import { answerPrepared, onFirstUse, prepare } from '../prepared.ts'

const HEADERS = JSON.stringify({ Authorization: 'Bearer vgk_...' }, null, 2)

const ABOUT_KEY = `# Put your API key into the Headers tab below:
#
#   { "Authorization": "Bearer vgk_..." }
`

const ABOUT_TASK = `${ABOUT_KEY}#
# Put the id of a task into the Variables tab.
`

const CREATE = `${ABOUT_KEY}#
# Run this and copy the id of the new task.

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
`

const WATCH = `${ABOUT_TASK}# Run this to watch it until it ends.

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
`

const READ = `${ABOUT_TASK}
query Task($id: ID!) {
  task(id: $id) {
    prompt
    status
    progress
    cost {
      earnedMicro
    }
    usage {
      amount
    }
  }
  taskStates(id: $id) {
    status
    at
  }
}
`

const LIST = `${ABOUT_KEY}
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

const CANCEL = `${ABOUT_TASK}# Only completed work is billed.

mutation TaskCancel($id: ID!) {
  taskCancel(input: { id: $id }) {
    task {
      status
      usage {
        amount
      }
    }
    userErrors {
      code
      message
      path
    }
  }
}
`

const CREDITS = `${ABOUT_KEY}
query Credits {
  credits {
    balance
    availableMicro
    entries(first: 5) {
      nodes {
        kind
        amountMicro
        createdAt
      }
    }
  }
}
`

const VARIABLES = JSON.stringify({ id: 'vid_...' }, null, 2)

/** The tabs of a first visit, one for each operation. GraphiQL stores later changes in the browser. */
const TABS = [
  { query: CREATE, headers: HEADERS },
  { query: WATCH, headers: HEADERS, variables: VARIABLES },
  { query: READ, headers: HEADERS, variables: VARIABLES },
  { query: LIST, headers: HEADERS },
  { query: CANCEL, headers: HEADERS, variables: VARIABLES },
  { query: CREDITS, headers: HEADERS },
]

/**
 * Fills the task of the page's address, `#task=vid_…`, into the variables of the tabs: those of a first visit, and those that GraphiQL
 * has kept. It runs in the browser, because the page is the same for everybody.
 */
const WITH_TASK = `<script>
  function withTask(options) {
    const id = /^#task=(vid_\\w+)$/.exec(location.hash)?.[1]
    if (!id) return options
    // Kept tabs are JSON within JSON, so their quotes have backslashes.
    const fill = (text) => text.replace(/(\\\\*"id\\\\*": *\\\\*")vid_(?:\\w+|\\.{3})/g, '$1' + id)
    for (const [name, kept] of Object.entries(localStorage)) {
      if (name.startsWith('graphiql:')) localStorage.setItem(name, fill(kept))
    }
    return JSON.parse(fill(JSON.stringify(options)))
  }
</script>`

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
  const options = { endpoint, title: 'vidgate GraphiQL', defaultTabs: TABS, headers: HEADERS }
  const written = JSON.stringify(options)
  const [before, after, ...more] = renderGraphiQL(options).split(written)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('GraphiQL does not write its options')
  return `${before.replace('</head>', () => `${WITH_TASK}</head>`)}withTask(${written})${after}`
}
