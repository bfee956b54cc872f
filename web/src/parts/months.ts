/** The months of UTC from that of a moment until now, such as `2026-11`, newest first. */
export function monthsSince(moment: string, now = Date.now()): readonly string[] {
  const first = moment.slice(0, 7)
  const end = new Date(now)
  const months: string[] = []
  for (let back = 0; ; back++) {
    const month = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - back)).toISOString().slice(0, 7)
    if (month < first) return months
    months.push(month)
  }
}
