import { stringifyDocument } from 'urql'
import { BASE } from '../base.ts'
import { type FilePurpose, UploadFileDocument, type UploadFileMutation } from '../generated/graphql.ts'

type Uploaded = NonNullable<UploadFileMutation['fileUpload']>

export interface Upload {
  /** Rejects with the gateway's message, its code as the cause; without a message if the bytes did not arrive. */
  readonly done: Promise<Uploaded>
  readonly abort: () => void
}

/**
 * Sends a file as a GraphQL multipart request. Uses XMLHttpRequest, because only it reports upload progress.
 * @param onSent 0 to 1
 */
export function upload(key: string, file: File, purpose: FilePurpose, onSent: (part: number) => void): Upload {
  const request = new XMLHttpRequest()
  const done = new Promise<Uploaded>((resolve, reject) => {
    request.open('POST', `${BASE}/graphql`)
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${key}`)
    request.setRequestHeader('graphql-require-preflight', '1')
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const payload = request.response?.data?.fileUpload
      if (payload) resolve(payload)
      else reject(refusalOf(request))
    }
    request.onerror = () => reject(new Error())
    request.onabort = () => reject(new Error())
    request.send(formOf(file, purpose))
  })
  return { done, abort: () => request.abort() }
}

function refusalOf({ response, status }: XMLHttpRequest): Error {
  const { message, extensions } = response?.errors?.[0] ?? {}
  return new Error(message ?? `HTTP ${status}`, { cause: extensions?.code })
}

function formOf(file: File, purpose: FilePurpose): FormData {
  const query = stringifyDocument(UploadFileDocument)
  const form = new FormData()
  form.append('operations', JSON.stringify({ query, variables: { input: { file: null, purpose } } }))
  form.append('map', JSON.stringify({ 0: ['variables.input.file'] }))
  form.append('0', file, file.name)
  return form
}
