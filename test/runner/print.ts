import type { FileResult, Spent } from './protocol.ts'

const RED = process.stdout.isTTY ? '\x1b[31m' : ''
const PLAIN = process.stdout.isTTY ? '\x1b[39m' : ''

/** A line for a finished file, with its failures. */
export function printFile({ file, passed, skipped, failures, seconds }: FileResult): void {
  const sums = [`${passed} passed`, ...(failures.length > 0 ? [`${failures.length} failed`] : [])]
  if (skipped.length > 0) sums.push(`${skipped.length} skipped`)
  console.log(`${failures.length > 0 ? `${RED}✖` : '✔'} ${file} (${sums.join(', ')}; ${seconds.toFixed(1)} s)${PLAIN}`)
  for (const { name, error } of failures) printFailure(name, error)
}

function printFailure(name: string, error: string): void {
  console.log(`  ${RED}✖ ${name}${PLAIN}\n${error.replace(/^/gm, '    ')}`)
}

/** The slowest files, the failures, and the sums as the last line. @returns whether all passed */
export function printSums(results: readonly FileResult[], seconds: number): boolean {
  const slowest = results.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (results.length > 1) {
    console.log('\nSlowest files')
    for (const { file, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
  }
  const failed = results.flatMap(({ file, failures }) => failures.map((failure) => ({ file, ...failure })))
  if (failed.length > 0) console.log('\nFailed tests')
  for (const { file, name, error } of failed) {
    console.log(`  ${file}`)
    printFailure(name, error)
  }
  const skipped = results.flatMap(({ file, skipped }) => skipped.map((name) => `  ${file}: ${name}`))
  if (skipped.length > 0) console.log(['\nSkipped tests', ...skipped].join('\n'))
  const passed = results.reduce((sum, { passed }) => sum + passed, 0)
  console.log(`\n${results.length} files in ${seconds.toFixed(1)} s`)
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`)
  return failed.length === 0
}

/** Seconds by file and by purpose, the most processor time first. */
export function printProfile(spent: readonly Spent[], postgres: number): void {
  const kinds = [...new Set(spent.flatMap(({ by }) => Object.keys(by)))].sort()
  const row = (cells: readonly (string | number)[], file: string) =>
    console.log(
      `${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell).padStart(9)).join('')}  ${file}`,
    )
  console.log('\nSeconds by file: wall; processor time of the lane and of the processes that it started; wall time of')
  row(['wall', 'lane', 'started', ...kinds], 'file')
  const cells = (one: Omit<Spent, 'file'>) => [
    one.wall,
    one.own,
    one.started,
    ...kinds.map((kind) => one.by[kind] ?? 0),
  ]
  for (const one of spent.toSorted((a, b) => b.own + b.started - a.own - a.started)) row(cells(one), one.file)
  const sum = spent
    .map(cells)
    .reduce(
      (sums, cells) => sums.map((sum, index) => sum + (cells[index] ?? 0)),
      cells({ wall: 0, own: 0, started: 0, by: {} }),
    )
  row(sum, 'all files')
  console.log(`Postgres: ${postgres.toFixed(1)} s of processor time`)
}
