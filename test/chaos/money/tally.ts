/** Records of the players that the database must match. Sums commute, so no order of the operations matters. */
export interface Tally {
  operations: number
  /** Tasks with an acknowledged create. */
  tasks: number
  /** Charged prompt optimisations. */
  charges: number
  /** Acknowledged top-ups and adjustments by account. */
  readonly paid: Map<string, bigint>
  readonly outcomes: Record<string, number>
  /** Contradictions that show without the database. */
  readonly complaints: string[]
}

export function newTally(): Tally {
  return { operations: 0, tasks: 0, charges: 0, paid: new Map(), outcomes: {}, complaints: [] }
}

export function addTo(sums: Map<string, bigint>, id: string, micro: bigint): void {
  sums.set(id, (sums.get(id) ?? 0n) + micro)
}

/** Adds a tally to another. */
export function mergeTally(into: Tally, from: Tally): void {
  into.operations += from.operations
  into.tasks += from.tasks
  into.charges += from.charges
  for (const [id, micro] of from.paid) addTo(into.paid, id, micro)
  for (const [name, count] of Object.entries(from.outcomes)) into.outcomes[name] = (into.outcomes[name] ?? 0) + count
  into.complaints.push(...from.complaints)
}
