import { ConfigError, readConfig } from '../config.ts'
import { DomainError } from '../errors.ts'
import { exitWith } from '../lib/explain.ts'
import { accountAdjust } from './account/adjust.ts'
import { accountConsole } from './account/console.ts'
import { accountCreate } from './account/create.ts'
import { accountEarlierForm } from './account/earlier-form.ts'
import { accountLimits } from './account/limits.ts'
import { accountList } from './account/list.ts'
import { accountShow } from './account/show.ts'
import { accountDisable, accountEnable } from './account/status.ts'
import { accountTopup } from './account/topup.ts'
import { audit } from './audit.ts'
import { type Command, CommandError } from './command.ts'
import { openDatabase } from './database.ts'
import { priceSet } from './price/set.ts'
import { priceShow } from './price/show.ts'
import { lineOf, parseWords } from './words.ts'
import { workers } from './workers.ts'

/** `npm run admin -- COMMAND`: what only the operator may do. */

const COMMANDS: readonly Command[] = [
  accountCreate,
  accountList,
  accountShow,
  accountTopup,
  accountAdjust,
  accountDisable,
  accountEnable,
  accountEarlierForm,
  accountLimits,
  accountConsole,
  priceShow,
  priceSet,
  audit,
  workers,
]

const HELP_WORDS = ['help', '--help', '-h']

try {
  const words = process.argv.slice(2)
  const command = COMMANDS.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
  if (words.length === 0 || HELP_WORDS.includes(words[0] ?? '')) console.log(help())
  else if (!command) throw new CommandError(`There is no command “${words.slice(0, 2).join(' ')}”.\n\n${help()}`)
  else if (words.some((word) => HELP_WORDS.slice(1).includes(word))) console.log(`${lineOf(command)}\n${command.about}`)
  else await run(command, words.slice(command.name.split(' ').length))
} catch (error) {
  exitWith(error instanceof CommandError || error instanceof DomainError ? new ConfigError(error.message) : error)
}

async function run(command: Command, words: readonly string[]): Promise<void> {
  const parsed = parseWords(command, words)
  const config = readConfig()
  const database = await openDatabase(config)
  try {
    const well = await command.run({ pool: database.pool, config, say: (line) => console.log(line) }, parsed)
    if (!well) process.exitCode = 1
  } finally {
    await database.close()
  }
}

function help(): string {
  const lines = COMMANDS.map((command) => `  ${`${command.name} ${command.usage}`.trimEnd()}\n      ${command.about}`)
  const foot =
    'The database is that of DATABASE_URL, else the embedded one of DATA_DIR, whether or not `npm start` runs.'
  return ['npm run admin -- COMMAND', '', ...lines, '', `Amounts are yuan, with at most 6 decimals. ${foot}`].join('\n')
}
