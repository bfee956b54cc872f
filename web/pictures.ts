import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prepareDatabase } from '../prisma/prepare.ts'
import { readConfig } from '../src/config.ts'
import { SCOPES } from '../src/key/caller.ts'
import { startEmbeddedPostgres } from '../src/lib/embedded-postgres.ts'
import { createLog } from '../src/lib/log.ts'
import { createAccount } from '../src/operator/create-account.ts'
import { openPool } from '../src/resources.ts'
import { startService } from '../src/service.ts'
import { writeHistory } from './pictures/history.ts'
import { takePictures } from './pictures/take.ts'
import { makeVideos } from './pictures/videos.ts'

/**
 * `node web/pictures.ts [FOLDER]` takes the pictures of `docs/pictures` from a new installation, whose account it fills with tasks, and
 * with a folder also every page in light, dark, Chinese and on a phone. It needs the fonts of `fonts-noto-cjk` and takes two minutes.
 */
const [all = null] = process.argv.slice(2)
const OPERATOR_KEY = 'vgo_picturesOfTheConsole'
const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-pictures-'))
const environment = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', OPERATOR_KEY }
const log = createLog('error', 'pictures')
const postgres = await startEmbeddedPostgres({ dataDir, durable: false, logger: log })
try {
  await prepareDatabase(postgres.url, null)
  const pool = openPool(postgres.url, 1, log)
  const { accountId, key } = await createAccount(pool, { name: 'Northlight Studio', creditMicro: 0n, scopes: SCOPES })
  await writeHistory(pool, accountId)
  await pool.end()
  const service = await startService({ ...readConfig(environment), databaseUrl: postgres.url }, environment)
  try {
    await makeVideos(service.url, key)
    await takePictures(service.url, { key, operatorKey: OPERATOR_KEY }, all && resolve(all))
  } finally {
    await service.close()
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
