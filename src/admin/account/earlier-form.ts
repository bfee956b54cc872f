import { CURRENT_VERSION, EARLIER_VERSION } from '../../key/version.ts'
import { type Command, choose, wordAt } from '../command.ts'
import { noAccount } from './find.ts'

/** Without it an account that answers in the earlier form by default would be refused everything. */
const SET = `update account set earlier_form_enabled = $2, api_version = case when $2 then api_version else $3 end
  where id = $1 returning api_version`

/** The earlier form answers to these accounts only: in it a cancel costs nothing (contract 3, versions). */
export const accountEarlierForm: Command = {
  name: 'account earlier-form',
  usage: 'ID on|off',
  about: `whether an account may use API-Version ${EARLIER_VERSION}; off also makes the current form its default`,
  takes: [2, 2],
  async run({ pool, say }, words) {
    const id = wordAt(words, 0)
    const on = choose(words.positionals[1], ['on', 'off'], 'The second word') === 'on'
    const { rows } = await pool.query<{ api_version: string }>(SET, [id, on, CURRENT_VERSION])
    if (!rows[0]) throw noAccount(id)
    say(`${id}: the earlier form is ${on ? 'on' : 'off'}; without a header ${rows[0].api_version} answers.`)
    return true
  },
}
