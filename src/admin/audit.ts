import { type AccountProof, auditAccount } from '../credit/audit.ts'
import { displayAmount } from '../credit/money.ts'
import { tableLines } from '../lib/table.ts'
import type { Command } from './command.ts'

export const audit: Command = {
  name: 'audit',
  usage: '',
  about: 'checks the balance, freezes and tasks of all accounts against their ledger entries; exits 1 on a mismatch',
  takes: [0, 0],
  async run({ pool, say }) {
    const { rows } = await pool.query<{ id: string }>('select id from account order by created_at, id')
    const proofs: AccountProof[] = []
    for (const { id } of rows) {
      const proof = await auditAccount(pool, id)
      if (proof) proofs.push(proof)
    }
    const head = ['account', 'entries', 'balance', 'frozen', 'tasks', 'verdict']
    const cells = proofs.map((proof) => [
      proof.accountId,
      String(proof.entries),
      displayAmount(proof.balanceMicro),
      displayAmount(proof.frozenMicro),
      String(proof.activeTasks),
      proof.mismatches.length === 0 ? 'proved' : 'WRONG',
    ])
    for (const line of tableLines([head, ...cells], [1, 2, 3, 4])) say(line)
    const wrong = proofs.filter(({ mismatches }) => mismatches.length > 0)
    for (const { accountId, mismatches } of wrong) for (const each of mismatches) say(`${accountId}: ${each}`)
    const sum = (pick: (proof: AccountProof) => bigint) =>
      displayAmount(proofs.reduce((all, each) => all + pick(each), 0n))
    const total = `balance ${sum((each) => each.balanceMicro)}, frozen ${sum((each) => each.frozenMicro)}`
    say(`${proofs.length} accounts, ${total}: ${wrong.length === 0 ? 'no mismatch.' : `${wrong.length} do not agree.`}`)
    return wrong.length === 0
  },
}
