import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { ConfigError, readConfig } from '../src/config.ts'
import { clientConfig } from '../src/storage/s3-client.ts'

// For compose.yaml: creates the bucket S3_BUCKET unless it exists.

const { s3 } = readConfig()
if (!s3) throw new ConfigError('S3_BUCKET is not set.')
// The server may still be starting.
const client = new S3Client({ ...clientConfig(s3), maxAttempts: 20 })
await client.send(new CreateBucketCommand({ Bucket: s3.bucket })).catch((error: Error) => {
  if (!/^BucketAlready(Exists|OwnedByYou)$/.test(error.name)) throw error
})
