import { z } from 'zod'
import { LimitsSetting } from '../../../src/engine-variables.ts'

export const STAGES = ['encode', 'render', 'upscale', 'package'] as const

const Done = z.object({
  path: z.string().min(1),
  thumbnail: z.string().min(1).nullish(),
  context_ir_applied: z.boolean().nullish(),
  accelerated: z.boolean().nullish(),
  watermarked: z.boolean().nullish(),
})
export type Done = z.infer<typeof Done>

const Described = LimitsSetting.extend({ stages: z.array(z.enum(STAGES)).optional() })
export type Described = z.infer<typeof Described>

const Report = z.union([
  z.object({ progress: z.number().min(0).max(1) }),
  z.object({ preview: z.string().min(1) }),
  z.object({ log: z.string() }),
  z.object({ done: Done }),
  z.object({
    refused: z.object({
      reason: z.enum(['invalid_asset', 'content_policy_input', 'content_policy_output']),
      detail: z.string().nullish(),
    }),
  }),
  z.object({ failed: z.object({ detail: z.string(), retry: z.boolean().nullish() }) }),
  z.object({ unsupported: z.literal(true) }),
  z.object({ describe: Described }),
])
type Report = z.infer<typeof Report>

/** The report that ends a request; later lines are only logged. */
export type Answer = Exclude<Report, { progress: number } | { preview: string } | { log: string }>

/** The report in a line of standard output; null if the line is not part of the protocol. */
export function readReport(line: string): Report | null {
  try {
    return Report.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Whether a line looks like an answer in a wrong form: it must not count as log output. */
export function looksLikeAnswer(line: string): boolean {
  return /^\s*\{\s*"(done|refused|failed|unsupported|describe)"\s*:/.test(line)
}
