import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { createClient } from 'graphql-ws'
import {
  DemoCreateDocument,
  DemoEntriesDocument,
  type DemoEntriesQuery,
  type DemoTaskFragment,
  DemoUpdatedDocument,
  type DemoUpdatedSubscription,
  DemoUploadDocument,
  type DemoUploadMutation,
  type FilePurpose,
  type TaskCreateInput,
  type TypedDocumentString,
} from './generated/graphql.ts'

export type DemoTask = DemoTaskFragment
export type DemoFile = NonNullable<NonNullable<DemoUploadMutation['fileUpload']>['file']>
export type DemoEntry = DemoEntriesQuery['credits']['entries']['nodes'][number]

interface Answer<T> {
  readonly data?: T
  readonly errors?: readonly { readonly message: string }[]
}

/** The public GraphQL API, as any client would use it. */
export interface DemoClient {
  /** @throws Error with the service's own words when it refuses */
  upload(path: string, purpose: FilePurpose): Promise<DemoFile>
  /** @throws Error with the service's own words when it refuses */
  create(input: TaskCreateInput): Promise<DemoTask>
  /** The task now and after every change, to its end; comes back by itself when the connection breaks. */
  follow(taskId: string): AsyncIterable<DemoTask>
  /** Ledger entries of a task, oldest first. */
  entries(taskId: string): Promise<readonly DemoEntry[]>
}

export function createDemoClient(url: string, key: string): DemoClient {
  const authorization = `Bearer ${key}`

  const send = async <T>(headers: Record<string, string>, body: string | FormData): Promise<T> => {
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers: { authorization, ...headers }, body })
    const { data, errors } = (await response.json()) as Answer<T>
    if (errors || !data) throw new Error(errors?.[0]?.message ?? `the service answered ${response.status}`)
    return data
  }

  const run = <T, V>(query: TypedDocumentString<T, V>, variables: V): Promise<T> =>
    send<T>({ 'content-type': 'application/json' }, JSON.stringify({ query, variables }))

  return {
    async upload(path, purpose) {
      const form = new FormData()
      const variables = { input: { file: null, purpose } }
      form.append('operations', JSON.stringify({ query: DemoUploadDocument.toString(), variables }))
      form.append('map', '{"0":["variables.input.file"]}')
      form.append('0', await openAsBlob(path), basename(path))
      const { fileUpload } = await send<DemoUploadMutation>({ 'graphql-require-preflight': '1' }, form)
      if (!fileUpload?.file)
        throw new Error(`${path}: ${fileUpload?.userErrors[0]?.message ?? 'the upload was refused'}`)
      return fileUpload.file
    },
    async create(input) {
      const { taskCreate } = await run(DemoCreateDocument, { input })
      const task = taskCreate?.tasks[0]
      if (!task) throw new Error(taskCreate?.userErrors[0]?.message ?? 'nothing was created')
      return task
    },
    async *follow(taskId) {
      const socket = createClient({
        url: `${url.replace(/^http/, 'ws')}/graphql`,
        connectionParams: { Authorization: authorization },
        retryAttempts: 20,
      })
      const request = { query: DemoUpdatedDocument.toString(), variables: { id: taskId } }
      try {
        for await (const { data, errors } of socket.iterate<DemoUpdatedSubscription>(request)) {
          if (errors || !data) throw new Error(errors?.[0]?.message ?? 'the subscription broke')
          yield data.taskUpdated.task
        }
      } finally {
        await socket.dispose()
      }
    },
    async entries(taskId) {
      const { credits } = await run(DemoEntriesDocument, { taskId })
      return credits.entries.nodes.toReversed()
    },
  }
}
