import { useTranslation } from 'react-i18next'
import { Ago } from '../parts/ago.tsx'
import { Button } from '../parts/button.tsx'
import { ListState } from '../parts/list-state.tsx'
import { yuan } from '../parts/money.ts'
import { Table } from '../parts/table.tsx'
import { usePages } from '../parts/use-pages.ts'
import { AccountsDocument, type OperatedAccountFragment } from './generated/graphql.ts'

interface AccountListProps {
  readonly search: string
  readonly onOpen: (account: OperatedAccountFragment) => void
}

export function AccountList({ search, onOpen }: AccountListProps) {
  const { t } = useTranslation()
  const pages = usePages(AccountsDocument, { search }, (data) => data.accounts)
  const columns = ['account', 'state', 'opened', 'tasks', 'frozen', 'available'] as const
  return (
    <ListState pages={pages} empty={t('operator.accounts.none')}>
      <Table
        caption={t('operator.accounts.title')}
        columns={columns.map((each) => t(`operator.accounts.${each}`))}
        numbers={3}
      >
        {pages.items.map((account) => (
          <tr key={account.id}>
            <th scope="row" data-wide>
              <Button look="link" title={account.id} onClick={() => onOpen(account)}>
                {account.name}
              </Button>
            </th>
            <td>{t(`operator.accounts.${account.enabled ? 'enabled' : 'disabled'}`)}</td>
            <td>
              <Ago at={account.createdAt} />
            </td>
            <td data-number>
              {account.activeTasks} / {account.limits.concurrency}
            </td>
            <td data-number>{yuan(account.frozen)}</td>
            <td data-number>{yuan(account.available)}</td>
          </tr>
        ))}
      </Table>
    </ListState>
  )
}
