import { ratioOf, type Spread, spreadOf } from '../../test/support/spread.ts'
import type { CpuShares } from '../support/cpu.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'

/** How the video is requested. */
export interface Setting {
  readonly name: string
  /** Or in parts of 4 MiB. */
  readonly whole: boolean
  readonly atOnce: number
}

export const SETTINGS: readonly Setting[] = [
  { name: 'whole, 1 at once', whole: true, atOnce: 1 },
  { name: 'whole, 8 at once', whole: true, atOnce: 8 },
  { name: 'parts, 1 at once', whole: false, atOnce: 1 },
  { name: 'parts, 8 at once', whole: false, atOnce: 8 },
]

export interface Measured {
  /** MB/s. */
  readonly rate: number
  /** Milliseconds of processor for each 100 MiB, of all processes of this run: server, Postgres, load generator. */
  readonly cpuMs: number
}

/** Of each round, by contender and setting: `nginx whole, 1 at once`. */
export type Rounds = ReadonlyMap<string, readonly Measured[]>

export interface Summary {
  readonly rounds: Rounds
  readonly count: number
  readonly cpu: CpuShares | null
  readonly postgres: string
  readonly nginx: string | null
  readonly seconds: number
}

const ABOUT: Readonly<Record<string, string>> = {
  link: 'vidgate, signed link',
  key: 'vidgate, key',
  floor: 'bare 1 MiB read stream',
  nginx: 'nginx, sendfile',
  memory: 'from memory (load alone)',
}

export function print({ rounds, count, cpu, postgres, nginx, seconds }: Summary): void {
  const of = (who: string, { name }: Setting, key: keyof Measured) =>
    (rounds.get(`${who} ${name}`) ?? []).map((each) => each[key])
  const show = ({ median, min, max }: Spread, digits: number) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
  const names = Object.keys(ABOUT).filter((name) => name !== 'nginx' || nginx !== null)
  console.log(`${count} rounds, ABBA; a video of 100 MiB, parts of 4 MiB; median (min–max)`)
  for (const setting of SETTINGS) {
    const rows = names.map((name) => {
      const rates = of(name, setting, 'rate')
      const floor = ratioOf(rates, of('floor', setting, 'rate'))
      const cpuMs = spreadOf(of(name, setting, 'cpuMs')).median.toFixed(0)
      return [ABOUT[name] ?? name, show(spreadOf(rates), 0), show(floor, 2), cpuMs]
    })
    console.log(`\n${setting.name}`)
    printTable([['', 'MB/s', 'to the read stream', 'CPU ms'], ...rows])
  }
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  const versions = [`Node ${process.version}`, `Postgres ${postgres}`, nginx ?? 'no nginx']
  console.log(`\n${versions.join(', ')}; ${seconds.toFixed(0)} seconds`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  const figures = SETTINGS.flatMap((setting): Figure[] => {
    const figure = (metric: string, who: string, to: string, aim: number): Figure => {
      const { median } = ratioOf(of(who, setting, 'rate'), of(to, setting, 'rate'))
      return { bench: 'W8', metric, setting: setting.name, value: median, aim }
    }
    return [
      ...['link', 'key'].map((who) => figure(`${who}_to_read_stream`, who, 'floor', 0.9)),
      ...(nginx === null ? [] : ['link', 'key'].map((who) => figure(`${who}_to_nginx`, who, 'nginx', 0.5))),
      figure('generator_to_link', 'memory', 'link', 3),
    ]
  })
  printFigures(figures)
}
