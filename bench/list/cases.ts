/** Which page of a list is asked for. */
export type Depth = 'first' | 'deep'

/** What is left out of a list; each door has its own words for it. */
export interface Filters {
  readonly status: string
  readonly mode: string
  readonly createdAfter: string
  readonly createdBefore: string
}

/** A list that is asked for. */
export interface Listing {
  readonly name: 'plain' | 'filtered'
  readonly filters: Filters | null
  /** Ids of a page, in order, as the database itself has them. */
  readonly truth: string
}

export const PAGE = 20

/** Three in ten of the tasks, in a range of time that has others before and behind it. */
export function listings({ from, to }: { readonly from: Date; readonly to: Date }): readonly Listing[] {
  const at = (share: number) => new Date(from.getTime() + share * (to.getTime() - from.getTime())).toISOString()
  const filters = {
    status: 'succeeded',
    mode: 'image_to_video',
    createdAfter: at(0.1),
    createdBefore: at(0.9),
  }
  const all = 'select id from task where account_id = $1 and deleted_at is null'
  const order = 'order by created_at desc, id desc'
  const some = `and status = '${filters.status}' and mode = '${filters.mode}'
    and created_at > '${filters.createdAfter}' and created_at < '${filters.createdBefore}'`
  return [
    { name: 'plain', filters: null, truth: `${all} ${order}` },
    { name: 'filtered', filters, truth: `${all} ${some} ${order}` },
  ]
}
