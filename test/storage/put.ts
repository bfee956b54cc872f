import { openDiskStorage } from '../../src/storage/disk.ts'

/** A process that puts one file, to be killed: `put.ts DATA_DIR KEY FILE`. */
const [dataDir = '', key = '', path = ''] = process.argv.slice(2)
await (await openDiskStorage(dataDir)).putFile(key, path)
