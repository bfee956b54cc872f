import type { Account } from '../api/session.ts'
import type { Draft } from './draft.ts'

type Parameters = Account['console']['parameters']

/** Parameters of a create that the operator may show, hide and fill in, by their REST names, with the draft's field. */
export const FIELDS = {
  aspect_ratio: ['aspectRatio', (value: unknown) => `ASPECT_${value}`.replace(':', '_').replace('ASPECT_auto', 'AUTO')],
  duration: ['duration', Number],
  resolution: ['resolution', (value: unknown) => `R${value}`.toUpperCase()],
  service_tier: ['serviceTier', upper],
  acceleration: ['acceleration', upper],
  audio: ['audio', Boolean],
  use_context_ir: ['useContextIr', Boolean],
  n: ['n', Number],
  seed: ['seed', String],
  webhook_url: ['webhookUrl', String],
} as const satisfies Readonly<Record<string, readonly [keyof Draft, (value: unknown) => unknown]>>

export type ConsoleField = keyof typeof FIELDS

function upper(value: unknown): string {
  return String(value).toUpperCase()
}

/** Values that the operator set; the gateway validated them then. */
export function filledIn(parameters: Parameters): Partial<Draft> {
  const known = parameters.filter(({ name, default: value }) => Object.hasOwn(FIELDS, name) && value != null)
  return Object.fromEntries(
    known.map(({ name, default: value }) => {
      const [field, read] = FIELDS[name as ConsoleField]
      return [field, read(value)]
    }),
  )
}

/** Whether a parameter is visible, which it is unless the operator hid it. */
export function isVisible(parameters: Parameters, name: ConsoleField): boolean {
  return parameters.find((each) => each.name === name)?.visible ?? true
}

const PLAIN: Omit<Draft, 'useContextIr'> = {
  prompt: '',
  items: [],
  mode: null,
  aspectRatio: 'ASPECT_16_9',
  duration: 5,
  resolution: 'R768P',
  serviceTier: 'STANDARD',
  acceleration: 'AUTO',
  audio: true,
  n: 1,
  seed: '',
  webhookUrl: '',
}

/** An empty draft, with the values that the operator set for this account. */
export function emptyDraft({ console, defaults }: Pick<Account, 'console' | 'defaults'>): Draft {
  return { ...PLAIN, useContextIr: defaults.useContextIr, ...filledIn(console.parameters) }
}
