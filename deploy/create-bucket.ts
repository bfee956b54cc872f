import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

// For compose.yaml: creates the bucket S3_BUCKET unless it exists.

const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
const client = new S3Client({
  region: 'us-east-1',
  endpoint: S3_ENDPOINT ?? '',
  credentials: { accessKeyId: S3_ACCESS_KEY_ID ?? '', secretAccessKey: S3_SECRET_ACCESS_KEY ?? '' },
  forcePathStyle: true,
  // The server may still be starting.
  maxAttempts: 20,
})
await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET })).catch((error: Error) => {
  if (!/^BucketAlready(Exists|OwnedByYou)$/.test(error.name)) throw error
})
