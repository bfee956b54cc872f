import { setStatus } from '../../operator/set-status.ts'
import { argumentAt, type Command, type Context } from '../command.ts'
import { found } from './find.ts'

export const accountDisable: Command = {
  name: 'account disable',
  usage: 'ID',
  about: 'refuses all calls of an account; its tasks continue and are billed',
  takes: [1, 1],
  run: (context, args) => set(context, argumentAt(args, 0), 'disabled'),
}

export const accountEnable: Command = {
  name: 'account enable',
  usage: 'ID',
  about: 'accepts calls of a disabled account again',
  takes: [1, 1],
  run: (context, args) => set(context, argumentAt(args, 0), 'active'),
}

async function set({ pool, say }: Context, id: string, wanted: 'active' | 'disabled'): Promise<boolean> {
  const { status } = found(await setStatus(pool, id, wanted), id)
  say(`${id} is ${status}.`)
  return true
}
