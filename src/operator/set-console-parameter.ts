import type { Pool } from 'pg'
import { DomainError } from '../errors.ts'
import type { ConsoleParameter } from '../key/account-settings.ts'
import { statement } from '../lib/sql.ts'
import { CreateBody } from '../task/request.ts'
import { ACCOUNT_COLUMNS, changeOperated, type OperatedAccount } from './operated-account.ts'

const SET = statement('operator_console')<{ id: string; name: string; shown: string }>`
    update account set console_parameters = console_parameters || jsonb_build_object($name::text, $shown::jsonb)
    where id = $id returning ${ACCOUNT_COLUMNS}`

const FIELDS = CreateBody.shape

/** Fields of a create that are not advanced: the prompt, the mode and the material. */
const PLAIN = ['prompt', 'mode', 'input_image', 'end_image', 'references', 'reference']

const ADVANCED = Object.keys(FIELDS).filter((name) => !PLAIN.includes(name))

/** Every advanced parameter as the console of an account shows it; one that was not set is visible and has no default. */
export function consoleOf({ consoleParameters }: OperatedAccount): ConsoleParameter[] {
  return ADVANCED.map(
    (name) => consoleParameters.find((set) => set.name === name) ?? { name, visible: true, default: null },
  )
}

/**
 * Sets whether the console shows an advanced parameter to an account, and its initial value. For the console only, never
 * applied to calls (docs/rules/keys.md#console-parameters).
 * @param parameter its default must be valid in a create; null for none
 * @returns null if there is no such account
 * @throws DomainError 400 invalid_parameter
 */
export async function setConsoleParameter(
  pool: Pool,
  id: string,
  { name, visible, default: value }: ConsoleParameter,
): Promise<OperatedAccount | null> {
  if (!ADVANCED.includes(name)) {
    const message = `The parameter must be one of ${ADVANCED.join(', ')}.`
    throw new DomainError('invalid_parameter', message, { param: 'name' })
  }
  const parsed = FIELDS[name as keyof typeof FIELDS].safeParse(value)
  if (value !== null && !parsed.success) {
    const why = parsed.error.issues.map(({ message }) => message).join('; ')
    throw new DomainError('invalid_parameter', `The default is not a valid ${name}: ${why}.`, { param: 'default' })
  }
  return changeOperated(pool, SET, { id, name, shown: JSON.stringify({ visible, default: value }) })
}
