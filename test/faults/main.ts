import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startOwn } from '../runner/server.ts'
import { FAULTS } from './all.ts'
import { copyTree } from './copy.ts'
import { type Fault, sectionOf } from './fault.ts'
import { endRun, type Outcome, runTests } from './tests.ts'

/**
 * `npm run faults [SECTION|RULE|FILE…]`: applies one fault after the other to a copy of the working tree and runs the
 * tests that must find it. Files are the product's or tests.
 */

/** With a fault a file may take three times its normal time plus this: `until` gives up only after a minute. */
const PATIENCE_MS = 90_000
/** Longer than any file takes without a fault. */
const HANG_MS = 120_000

/** A broken run shows the end of its output, which has the cause. */
const OUTPUT_SHOWN = 3000

const SAID: Readonly<Record<Exclude<Outcome, 'failed'>, string>> = {
  passed: 'its tests passed',
  broken: 'its tests failed, but by no assertion',
  late: 'its tests did not end in time',
}

const asked = process.argv.slice(2)
const chosen = FAULTS.filter(({ rule, file, tests }) => {
  const names = [rule, sectionOf(rule), file, ...tests]
  return asked.length === 0 || asked.some((each) => names.includes(each))
})

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
    endRun('SIGTERM')
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  if (chosen.length === 0) {
    console.error(`There is no fault for ${asked.join(' ')}.`)
    return 1
  }
  // One for all runs: each creates its template again.
  const server = await startOwn()
  process.env['TEST_DATABASE_URL'] = server.url
  try {
    return await playAll()
  } finally {
    await server.close()
  }
}

async function playAll(): Promise<number> {
  await using copy = await copyTree()
  const limits = await limitsWithout(copy.dir)
  if (!limits) return 1
  let missed = 0
  for (const fault of chosen) {
    const limit = fault.tests.reduce((sum, test) => sum + (limits.get(test) ?? 0), PATIENCE_MS)
    const { outcome, ms, output } = await tryFault(copy.dir, fault, limit)
    if (isStopped) return 130
    const isFound = outcome === 'failed'
    if (!isFound) missed += 1
    const found = isFound ? 'found ' : 'MISSED'
    console.log(`${found} ${fault.rule.padEnd(7)} ${seconds(ms)}  ${fault.file}: ${fault.why}`)
    if (!isFound) console.log(`       ${SAID[outcome]}: ${fault.tests.join(', ')}`)
    if (outcome === 'broken') console.log(output.slice(-OUTPUT_SHOWN))
  }
  console.log(`\n${chosen.length - missed} found, ${missed} missed`)
  return missed === 0 ? 0 : 1
}

/** Runs each named file without a fault. @returns how long each may take with one; null if one fails already */
async function limitsWithout(dir: string): Promise<Map<string, number> | null> {
  const limits = new Map<string, number>()
  for (const test of new Set(chosen.flatMap(({ tests }) => tests))) {
    const { outcome, ms, output } = await runTests(dir, [test], HANG_MS)
    if (isStopped) return null
    if (outcome !== 'passed') {
      console.error(`${output}\nWithout a fault ${test} must pass.`)
      return null
    }
    console.log(`passes         ${seconds(ms)}  ${test}`)
    limits.set(test, ms * 3)
  }
  console.log()
  return limits
}

async function tryFault(dir: string, { file, find, replace, tests }: Fault, limitMs: number) {
  const path = join(dir, file)
  const text = await readFile(path, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${file} must contain this text exactly once: ${find}`)
  await writeFile(
    path,
    text.replace(find, () => replace),
  )
  try {
    return await runTests(dir, tests, limitMs)
  } finally {
    await writeFile(path, text)
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1).padStart(5)} s`
}
