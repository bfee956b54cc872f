import { adoptLog } from '../push/restored.ts'
import type { Command } from './command.ts'

export const restored: Command = {
  name: 'restored',
  usage: '',
  about: 'run once after the database was restored from a backup: streams that resume start with the current state',
  takes: [0, 0],
  async run({ pool, say }) {
    const adopted = await adoptLog(pool)
    say('Streams that resume with a cursor from before the restore start with the current state.')
    if (adopted > 0) say(`${adopted} events had transactions of another Postgres and were corrected.`)
    return true
  },
}
