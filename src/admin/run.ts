import { ConfigError, readConfig } from '../config.ts'
import { DomainError } from '../errors.ts'
import { accountCreate } from './account-create.ts'
import { accountAdjust, accountTopup } from './account-credit.ts'
import { accountExport } from './account-export.ts'
import { accountConsole, accountDisable, accountEarlierForm, accountEnable, accountLimits } from './account-settings.ts'
import { accountList, accountShow } from './account-show.ts'
import { lineOf, parseArguments } from './argv.ts'
import { audit } from './audit.ts'
import { type Command, CommandError } from './command.ts'
import { openDatabase } from './database.ts'
import { priceSet, priceShow } from './price.ts'
import { restored } from './restored.ts'
import { workers } from './workers.ts'

const COMMANDS: readonly Command[] = [
  accountCreate,
  accountList,
  accountShow,
  accountTopup,
  accountAdjust,
  accountExport,
  accountDisable,
  accountEnable,
  accountEarlierForm,
  accountLimits,
  accountConsole,
  priceShow,
  priceSet,
  audit,
  restored,
  workers,
]

const HELP_ARGS = ['help', '--help', '-h']

/**
 * Runs one command of `npm run admin`.
 * @param args the command line, from the command's name on
 * @param say prints a line of the result
 * @param environment the variables of the configuration; by default those of the process
 * @returns false when what was looked for is wrong
 * @throws ConfigError for what the operator can mend
 */
export async function runCommand(
  args: readonly string[],
  say: (line: string) => void,
  environment?: NodeJS.ProcessEnv,
): Promise<boolean> {
  try {
    return await runChosen(args, say, environment)
  } catch (error) {
    if (error instanceof CommandError || error instanceof DomainError) throw new ConfigError(error.message)
    throw error
  }
}

async function runChosen(
  args: readonly string[],
  say: (line: string) => void,
  environment: NodeJS.ProcessEnv | undefined,
): Promise<boolean> {
  const command = COMMANDS.find(({ name }) => name === args.slice(0, name.split(' ').length).join(' '))
  if (args.length === 0 || HELP_ARGS.includes(args[0] ?? '')) say(help())
  else if (!command) throw new CommandError(`There is no command “${args.slice(0, 2).join(' ')}”.\n\n${help()}`)
  else if (args.some((arg) => HELP_ARGS.slice(1).includes(arg))) say(`${lineOf(command)}\n${command.about}`)
  else {
    const parsed = parseArguments(command, args.slice(command.name.split(' ').length))
    const config = readConfig(environment)
    const database = await openDatabase(config)
    try {
      return await command.run({ pool: database.pool, config, say }, parsed)
    } finally {
      await database.close()
    }
  }
  return true
}

function help(): string {
  const lines = COMMANDS.map((command) => `  ${`${command.name} ${command.usage}`.trimEnd()}\n      ${command.about}`)
  const foot =
    'Uses the database of DATABASE_URL, or else the embedded one of DATA_DIR, even if `npm start` does not run.'
  return ['npm run admin -- COMMAND', '', ...lines, '', `Amounts are yuan, with at most 6 decimals. ${foot}`].join('\n')
}
