import { type Command, type Context, wordAt } from '../command.ts'
import { noAccount } from './find.ts'

/** Contract 1, key: every call answers 403 account_disabled; its tasks go on and settle. */
export const accountDisable: Command = {
  name: 'account disable',
  usage: 'ID',
  about: 'refuses every call of an account within a second; its tasks go on and settle',
  takes: [1, 1],
  run: (context, words) => setStatus(context, wordAt(words, 0), 'disabled'),
}

export const accountEnable: Command = {
  name: 'account enable',
  usage: 'ID',
  about: 'lets a disabled account call again',
  takes: [1, 1],
  run: (context, words) => setStatus(context, wordAt(words, 0), 'active'),
}

async function setStatus({ pool, say }: Context, id: string, status: 'active' | 'disabled'): Promise<boolean> {
  const { rowCount } = await pool.query('update account set status = $2 where id = $1', [id, status])
  if (rowCount === 0) throw noAccount(id)
  say(`${id} is ${status}.`)
  return true
}
