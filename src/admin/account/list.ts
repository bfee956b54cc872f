import { displayAmount } from '../../credit/money.ts'
import { PAGE_MAX } from '../../limits.ts'
import { listAccounts } from '../../operator/list-accounts.ts'
import type { OperatedAccount } from '../../operator/operated-account.ts'
import type { Command } from '../command.ts'
import { tableLines } from '../table.ts'

export const accountList: Command = {
  name: 'account list',
  usage: '',
  about: 'lists all accounts with their balances',
  takes: [0, 0],
  async run({ pool, say }) {
    const accounts: OperatedAccount[] = []
    for (let hasMore = true; hasMore; ) {
      const after = accounts.at(-1)?.id ?? null
      const page = await listAccounts(pool, { search: '', after, limit: PAGE_MAX })
      accounts.push(...page.items)
      hasMore = page.hasMore
    }
    const cells = accounts.map((account) => [
      account.id,
      account.status,
      displayAmount(account.balanceMicro),
      displayAmount(account.frozenMicro),
      displayAmount(account.balanceMicro - account.frozenMicro),
      String(account.activeTasks),
      account.name,
    ])
    const head = ['account', 'status', 'balance', 'frozen', 'available', 'tasks', 'name']
    for (const line of tableLines([head, ...cells], [2, 3, 4, 5])) say(line)
    return true
  },
}
