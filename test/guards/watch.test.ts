import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CAPABILITIES } from '../../src/config.ts'
import { STAGES } from '../../src/queue/catalog.ts'
import { TIERS } from '../../src/task/task.ts'
import { startTestGateway } from '../support/gateway.ts'
import { workerMetrics } from '../support/worker-metrics.ts'
import { sourceFiles } from './sources.ts'

// The dashboard and the alerts of deploy/ use only metrics, labels and values that the product has.

const textOf = (path: string) => readFileSync(path, 'utf8')

const gateway = await startTestGateway()
const shown = [await (await fetch(`${gateway.url}/metrics`)).text(), await workerMetrics(gateway)].join('\n')
const sources = sourceFiles().filter(({ text }) => text.includes("from 'prom-client'"))

/** Labels by metric: of the source, and of the series shown now. */
const labels = new Map<string, Set<string>>([['up', new Set()]])
for (const [, name = '', type] of shown.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
  const ends = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  for (const end of ends) labels.set(name + end, new Set(end === '_bucket' ? ['le'] : []))
}
const add = (name: string, label: string) => {
  for (const end of ['', '_bucket', '_sum', '_count']) labels.get(name + end)?.add(label)
}
for (const [, name = '', text = ''] of shown.matchAll(/^(\w+)\{(.*)\} /gm)) {
  for (const [, label = ''] of text.matchAll(/(\w+)="/g)) add(name, label)
}
for (const { text } of sources) {
  for (const [, name = '', list = ''] of text.matchAll(
    /\bname: '(vidgate_\w+)'(?:(?!\bname: ')[\s\S])*?labelNames: \[(.*?)\]/g,
  )) {
    for (const [, label = ''] of list.matchAll(/'(\w+)'/g)) add(name, label)
  }
}

const literals = new Set(sources.flatMap(({ text }) => [...text.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word)))
/** Limits of buckets. */
const limits = sources.flatMap(({ text }) =>
  [...text.matchAll(/\[([\d., ]+)\]/g)].flatMap(([, list = '']) => list.split(', ')),
)
/** Of labels that Prometheus adds, and of classes of status. */
const VALUES = new Set([
  ...[...literals, ...limits, ...STAGES, ...TIERS, ...CAPABILITIES, '4xx', '5xx'],
  ...['vidgate-gateway', 'vidgate-worker'],
])
const ADDED = ['job', 'instance', 'alertname', 'alertstate']

/** What an expression names that does not exist. */
function unknownIn(expr: string): string[] {
  const bare = expr.replace(/"[^"]*"/g, '""')
  const names = new Set([...bare.matchAll(/\b(?:vidgate|nodejs|process)_\w+|\bup\b/g)].map(([name]) => name))
  const own = [...names].flatMap((name) => [...(labels.get(name) ?? [])])
  const unknown = [...names].filter((name) => !labels.has(name))
  for (const [, name = '', matchers = ''] of expr.matchAll(/(\w+)\{([^}]*)\}/g)) {
    for (const [, label = '', value = ''] of matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)) {
      if (![...(labels.get(name) ?? []), ...ADDED].includes(label)) unknown.push(`${name}{${label}}`)
      const isFree = value.startsWith('$') || value.includes('.*')
      if (!isFree) unknown.push(...value.split('|').filter((each) => !VALUES.has(each)))
    }
  }
  for (const [, list = ''] of bare.matchAll(/\b(?:by|without|on|ignoring) ?\(([^)]*)\)/g)) {
    unknown.push(...list.split(/, ?/).filter((label) => ![...own, ...ADDED].includes(label)))
  }
  return unknown
}

const alerts = textOf('deploy/prometheus/alerts.yaml')
  .split(/^ +- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\w+/.exec(text)?.[0] ?? '',
    expr: /expr: >-\n((?: {10}.*\n)+)/.exec(text)?.[1]?.replace(/\s+/g, ' ').trim() ?? '',
    text,
  }))

test('alerts use metrics, labels and values that exist', () => {
  assert.ok(alerts.length > 15)
  for (const { name, expr } of alerts) {
    assert.ok(expr.length > 10, name)
    assert.deepEqual(unknownIn(expr), [], name)
  }
})

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

test('the dashboard uses metrics, labels and values that exist, and shows every metric of the product', () => {
  const { panels, templating } = JSON.parse(textOf('deploy/grafana/vidgate.json'))
  const targets = (panels as Panel[]).flatMap(({ title, targets = [] }) => targets.map((each) => ({ title, ...each })))
  assert.ok(targets.length > 40)
  for (const { title, expr, legendFormat } of targets) {
    assert.deepEqual(unknownIn(expr), [], `${title}: ${expr}`)
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
      assert.ok(new RegExp(`by \\([^)]*\\b${label}\\b`).test(expr) || label === 'instance', `${title}: {{${label}}}`)
    }
  }
  const all = `${JSON.stringify(templating)} ${targets.map(({ expr }) => expr).join(' ')}`
  const own = [...labels.keys()].filter((name) => /^vidgate_/.test(name) && !/_(sum|count|bucket)$/.test(name))
  assert.ok(own.length > 15)
  assert.deepEqual(
    own.filter((name) => !all.includes(name) && !['vidgate_worker_info'].includes(name)),
    [],
  )
})

test('an unknown metric, label, label value or grouping is found', () => {
  assert.deepEqual(unknownIn('rate(vidgate_no_such_total[5m]) > up'), ['vidgate_no_such_total'])
  assert.deepEqual(unknownIn('vidgate_workers{tier="x"}'), ['vidgate_workers{tier}', 'x'])
  assert.deepEqual(unknownIn('sum by (stage) (vidgate_workers{state=~"busy|lazy"})'), ['lazy', 'stage'])
  assert.deepEqual(unknownIn('vidgate_stage_wait_seconds'), ['vidgate_stage_wait_seconds'])
})

test('each alert says what happened and what to do: the page names it below the anchor that it links', () => {
  const page = textOf('docs/operating.md')
  const anchors = page.split(/^#+ /m).map((part) => ({
    anchor: (part.split('\n', 1)[0] ?? '')
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
    part,
  }))
  for (const { name, text } of alerts) {
    assert.match(text, /summary: \S/, name)
    assert.match(text, /description: >-\n {12}\S/, name)
    assert.match(text, /severity: (critical|warning)\n/, name)
    const anchor = /runbook_url: docs\/operating\.md#([\w-]+)$/m.exec(text)?.[1]
    const linked = anchors.find((each) => each.anchor === anchor)
    assert.ok(linked?.part.includes(`\`${name}\``), `${name}: ${anchor}`)
  }
  const named = new Set([...page.matchAll(/`(Vidgate[A-Z]\w+)`/g)].map(([, name = '']) => name))
  assert.deepEqual([...named].sort(), alerts.map(({ name }) => name).sort())
  const tested = textOf('deploy/prometheus/alerts.test.yaml')
  assert.deepEqual(
    alerts.filter(({ name }) => !tested.includes(`alertname="${name}"`)),
    [],
  )
})
