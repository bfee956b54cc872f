import type { OperatedAccountFragment } from './generated/graphql.ts'

/** Of each form that changes an account. */
export interface AccountFormProps {
  readonly account: OperatedAccountFragment
  readonly onChanged: (account: OperatedAccountFragment) => void
}
