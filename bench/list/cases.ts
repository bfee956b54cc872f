/** The requested page of a list. */
export type Depth = 'first' | 'deep'

/** Filters of a list, in each API's own terms. */
export interface Filters {
  readonly status: string
  readonly mode: string
  readonly createdAfter: string
  readonly createdBefore: string
}

/** A requested list. */
export interface Listing {
  readonly name: 'plain' | 'filtered'
  readonly filters: Filters | null
  /** Ids of a page, in order, as SQL returns them. */
  readonly truth: string
}

export const PAGE = 20

/** Three in ten of the tasks, in a range of time with others before and after it. */
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
