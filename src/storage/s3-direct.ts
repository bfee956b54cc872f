import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../config.ts'
import { DIRECT_LINK_SECONDS } from '../limits.ts'
import { assertKey } from './key.ts'
import { clientConfig } from './s3-client.ts'
import type { DirectLinks } from './storage.ts'

/** Signing asks only for credentials, not the bucket. A link ends earlier if the credentials are temporary and expire before. */
export async function openDirectLinks(config: S3Config, connected: S3Client): Promise<DirectLinks> {
  const { bucket, prefix, publicEndpoint } = config
  const settings = clientConfig({ ...config, endpoint: publicEndpoint ?? config.endpoint })
  const client = new S3Client({ ...settings, credentials: connected.config.credentials })
  const root = prefix === null ? '' : `${prefix}/`
  const sign: DirectLinks['sign'] = (key, method, { type, disposition, cacheControl }) => {
    assertKey(key)
    const input = {
      ...{ Bucket: bucket, Key: root + key },
      ...{ ResponseContentType: type, ResponseContentDisposition: disposition, ResponseCacheControl: cacheControl },
    }
    const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input)
    return getSignedUrl(client, command, { expiresIn: DIRECT_LINK_SECONDS })
  }
  const any = await sign('probe', 'GET', { type: '', disposition: '', cacheControl: '' })
  return { sign, origin: new URL(any).origin }
}
