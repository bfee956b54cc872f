import { displayAmount } from '../../credit/money.ts'
import type { Command } from '../command.ts'
import { tableLines } from '../table.ts'
import type { AccountRow } from './find.ts'

export const accountList: Command = {
  name: 'account list',
  usage: '',
  about: 'every account with its balance',
  takes: [0, 0],
  async run({ pool, say }) {
    const { rows } = await pool.query<AccountRow>('select * from account order by created_at, id')
    const cells = rows.map((row) => [
      row.id,
      row.status,
      displayAmount(row.balance_micro),
      displayAmount(row.frozen_micro),
      displayAmount(row.balance_micro - row.frozen_micro),
      String(row.active_tasks),
      row.name,
    ])
    const head = ['account', 'status', 'balance', 'frozen', 'available', 'tasks', 'name']
    for (const line of tableLines([head, ...cells], [2, 3, 4, 5])) say(line)
    return true
  },
}
