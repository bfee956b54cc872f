import { displayAmount } from '../credit/money.ts'
import { SCOPES } from '../key/caller.ts'
import { isWellFormed } from '../key/secret.ts'
import { isPlainName } from '../lib/text.ts'
import { parsePositiveYuan } from '../operator/amount.ts'
import { createAccount } from '../operator/create-account.ts'
import { argumentAt, type Command, CommandError, type Context, textOptions } from './command.ts'

export const accountCreate: Command = {
  name: 'account create',
  usage: 'NAME [--credit YUAN] [--key SECRET]',
  about: 'creates an account and a first key with all scopes; the key is shown only once',
  takes: [1, 1],
  options: textOptions('credit', 'key'),
  async run(context, args) {
    const { credit, key: secret } = args.options
    const name = argumentAt(args, 0).trim()
    if (name === '' || name.length > 200 || !isPlainName(name)) {
      throw new CommandError(
        'An account’s name must have 1 to 200 characters, without line breaks or invisible characters.',
      )
    }
    const creditMicro = credit === undefined ? 0n : parsePositiveYuan(credit, '--credit')
    const account = { name, creditMicro, scopes: SCOPES }
    if (secret !== undefined) assertUsable(context, secret)
    const made = await createAccount(context.pool, secret === undefined ? account : { ...account, secret }).catch(
      explain,
    )
    context.say(`account  ${made.accountId}`)
    context.say(`credit   ${displayAmount(creditMicro)}`)
    context.say(`key      ${made.key}  (shown only once)`)
    return true
  },
}

/** Gateways refuse a key without its checksum, but for the development key. */
function assertUsable({ config }: Context, secret: string): void {
  if (secret === config.seedApiKey || isWellFormed(secret)) return
  throw new CommandError('--key must be vgk_ with 32 characters and their checksum, or SEED_API_KEY.')
}

function explain(error: Error & { code?: string }): never {
  if (error.code === '23505') throw new CommandError('This key already belongs to an account.')
  throw error
}
