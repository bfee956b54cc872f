import { DomainError } from '../errors.ts'
import { codePoints, isCleanText } from '../lib/text.ts'

/** Characters. */
const SEARCH_MAX = 200
/** Tasks that a search reads, the newest (docs/decisions/doors.md#search). */
const SEARCHED_TASKS = 1000

/** What a search reads, for callers. */
export const SEARCHED = `The newest ${SEARCHED_TASKS} tasks that the other filters select are searched. 1 to ${SEARCH_MAX} characters.`

/**
 * The text to search for, without spaces around it.
 * @throws DomainError 400 invalid_parameter search
 */
export function searchOf(given: string): string {
  const search = given.trim()
  if (search === '' || codePoints(search) > SEARCH_MAX) {
    throw invalidSearch(
      `must be 1 to ${SEARCH_MAX} characters, not counting spaces around them; leave it out to list all`,
    )
  }
  if (!isCleanText(search)) throw invalidSearch('must not contain NUL characters or lone surrogates')
  return search
}

function invalidSearch(rule: string): DomainError {
  return new DomainError('invalid_parameter', `search ${rule}.`, { param: 'search' })
}

/** SQL: compares letters by Unicode. A database whose locale is C would compare only a to z. */
const lower = (text: string) => `lower(${text} collate "und-x-icu")`

/** SQL: `$search` is in the prompt or begins the id. No character of it is a wildcard. */
export const FOUND = `and (position(${lower('$search::text')} in ${lower('prompt')}) > 0 or starts_with(id, $search))`

/**
 * SQL: the account's newest tasks that a condition lets through, as a table `task` (docs/decisions/doors.md#search). It does not
 * depend on the cursor, so that all pages search the same tasks.
 * @param condition from `and` on
 */
export function newest(condition: string): string {
  return `(select * from task
      where account_id = $accountId and deleted_at is null
        and created_at > coalesce($createdAfter::timestamptz, '-infinity')
        and created_at < coalesce($createdBefore::timestamptz, 'infinity')
        ${condition}
      order by created_at desc, id desc limit ${SEARCHED_TASKS}) task`
}
