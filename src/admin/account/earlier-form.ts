import { EARLIER_VERSION } from '../../key/version.ts'
import { setEarlierForm } from '../../operator/set-earlier-form.ts'
import { type Command, choose, wordAt } from '../command.ts'
import { found } from './find.ts'

export const accountEarlierForm: Command = {
  name: 'account earlier-form',
  usage: 'ID on|off',
  about: `sets whether an account may use API-Version ${EARLIER_VERSION}; off also makes the current version its default`,
  takes: [2, 2],
  async run({ pool, say }, words) {
    const id = wordAt(words, 0)
    const word = choose(words.positionals[1], ['on', 'off'], 'The second word')
    const { apiVersion } = found(await setEarlierForm(pool, id, word === 'on'), id)
    say(`${id}: the earlier version is ${word}; requests without a header use ${apiVersion}.`)
    return true
  },
}
