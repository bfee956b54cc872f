import type { Config } from '../config.ts'
import { openDiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/**
 * The configured storage: S3 if S3_BUCKET is set, otherwise a folder of DATA_DIR.
 * @throws ConfigError if the bucket cannot be used
 */
export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (!s3) return openDiskStorage(dataDir)
  // Loaded only here: the SDK takes 0.1 s and 35 MB, which are not needed for a disk.
  const { openS3Storage } = await import('./s3.ts')
  return openS3Storage(s3, dataDir)
}
