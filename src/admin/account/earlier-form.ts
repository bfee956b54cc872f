import { EARLIER_VERSION } from '../../key/version.ts'
import { setEarlierForm } from '../../operator/set-earlier-form.ts'
import { argumentAt, type Command, choose } from '../command.ts'
import { found } from './find.ts'

export const accountEarlierForm: Command = {
  name: 'account earlier-form',
  usage: 'ID on|off',
  about: `sets whether an account may use API-Version ${EARLIER_VERSION}; off also makes the current version its default`,
  takes: [2, 2],
  async run({ pool, say }, args) {
    const id = argumentAt(args, 0)
    const state = choose(args.positionals[1], ['on', 'off'], 'The second argument')
    const { apiVersion } = found(await setEarlierForm(pool, id, state === 'on'), id)
    say(`${id}: the earlier version is ${state}; requests without a header use ${apiVersion}.`)
    return true
  },
}
