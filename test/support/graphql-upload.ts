import type { TestGateway } from './gateway.ts'

interface MultipartRequest {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly file?: Blob
  readonly filename?: string
  /** Path of the file: `variables.input.file`. */
  readonly places?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A GraphQL multipart request, as clients send it. */
export async function sendMultipart(
  gateway: Pick<TestGateway, 'url' | 'key'>,
  {
    query,
    variables,
    file,
    filename = 'upload.bin',
    places = ['variables.input.file'],
    headers = {},
  }: MultipartRequest,
) {
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables }))
  form.append('map', JSON.stringify({ 0: places }))
  if (file) form.append('0', new File([file], filename, { type: 'application/octet-stream' }))
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.key}`, 'graphql-require-preflight': '1', ...headers },
    body: form,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}
