import { dirname } from 'node:path'
import { openDiskStorage } from '../../src/storage/disk.ts'
import { pretendElsewhere } from './elsewhere.ts'

/** A process that puts one file, for a test to kill: `put.ts DATA_DIR KEY FILE [pretended]`. */
const [dataDir = '', key = '', path = '', pretended] = process.argv.slice(2)
if (pretended) pretendElsewhere(dirname(path))
await (await openDiskStorage(dataDir)).putFile(key, path)
