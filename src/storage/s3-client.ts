import { HeadBucketCommand, S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import { ConfigError, type S3Config } from '../config.ts'

/** Tries of a request, with back-off between them. */
const ATTEMPTS = 4
const CONNECT_MS = 5000
/** Timeout from a request to its answer's head, including 8 MB of an upload's part: 1 Mbit/s is fast enough. */
const UPLOAD_MS = 70_000
export const ANSWER_MS = 15_000
/** A connection without data for this time is closed; the rest of a slow client's download is requested again. */
const SILENT_MS = 60_000

/**
 * A client of the bucket, once the bucket has answered.
 * @throws ConfigError for S3_BUCKET if it cannot be used
 */
export async function connectToBucket(config: S3Config): Promise<S3Client> {
  const client = new S3Client(clientConfig(config))
  try {
    await client.send(new HeadBucketCommand({ Bucket: config.bucket }), { requestTimeout: ANSWER_MS })
    return client
  } catch (error) {
    client.destroy()
    throw new ConfigError(`S3_BUCKET: "${config.bucket}" cannot be used: ${reasonOf(error, config)}.`, { cause: error })
  }
}

export function clientConfig({ region, endpoint, credentials }: S3Config): S3ClientConfig {
  // A download uses its connection as long as its client reads, so there are as many connections as downloads.
  const agent = { maxSockets: Number.POSITIVE_INFINITY }
  return {
    region,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: ATTEMPTS,
    // Not every compatible server supports the newer checksums. Each request's signature covers its body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: UPLOAD_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  }
}

function reasonOf(error: unknown, { region, endpoint }: S3Config): string {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof S3ServiceException)) {
    if (error.name === 'CredentialsProviderError') {
      return 'there are no credentials; set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
    }
    const cause = (error as NodeJS.ErrnoException).code ?? error.message
    return endpoint === null ? cause : `${endpoint} (S3_ENDPOINT) does not answer (${cause})`
  }
  const status = error.$metadata.httpStatusCode
  if (status === 404) return 'there is no such bucket'
  if (status === 401 || status === 403) return 'access is denied; see S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'
  if (status === 301) return `it is not in the region ${region} (S3_REGION)`
  return `the server answered ${status} ${error.name}`
}
