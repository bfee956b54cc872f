declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  interface StoredObject {
    readonly key: string
    readonly size: number
    readonly lastModifiedDate: Date
  }

  interface Store {
    listObjects(
      bucket: string,
      options: { prefix: string; startAfter: string; maxKeys: number },
    ): Promise<{ objects: StoredObject[]; isTruncated: boolean }>
    deleteObject: (bucket: string, key: string) => Promise<void>
    getResourcePath(bucket: string, key: string, part: string): string
  }

  /** The parts that the tests use. It can handle requests without listening itself. */
  class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string; configs?: string[] }[]
    })
    readonly store: Store
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }

  export = S3rver
}
