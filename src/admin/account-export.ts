import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createLedgerExports } from '../task/ledger-export.ts'
import { parseMonth } from '../task/ledger-page.ts'
import { argumentAt, type Command, CommandError, found, textOptions } from './command.ts'

export const accountExport: Command = {
  name: 'account export',
  usage: 'ID FILE [--month 2026-11]',
  about: 'writes the ledger of an account to a new file as CSV, all of it or one month (UTC)',
  takes: [2, 2],
  options: textOptions('month'),
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const file = argumentAt(args, 1)
    const exported = found(await createLedgerExports({ pool }).open(id, parseMonth(args.options['month']), true), id)
    const target = createWriteStream(file, { flags: 'wx' })
    let isOurs = false
    target.once('open', () => {
      isOurs = true
    })
    try {
      await pipeline(Readable.from(exported.texts(), { highWaterMark: 1 }), target)
    } catch (error) {
      // A part could be taken for the whole.
      if (isOurs) await rm(file, { force: true })
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') throw new CommandError(`${file} exists already. Name a new file.`)
      if (code?.startsWith('E')) throw new CommandError(`The export cannot be written: ${message}.`)
      throw error
    } finally {
      exported.close()
    }
    say(`The ledger of ${id} is in ${file}.`)
    return true
  },
}
