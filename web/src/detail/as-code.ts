import type { Work } from '../gallery/works.ts'
import { ASPECTS } from '../parts/aspect.ts'

/** The create of a work, with the names of REST. */
function requestOf(work: Work): Readonly<Record<string, unknown>> {
  const request = {
    prompt: work.prompt,
    mode: work.mode.toLowerCase(),
    input_image: work.inputImage,
    end_image: work.endImage,
    references: work.references.length > 0 ? work.references : null,
    duration: work.duration,
    resolution: work.resolution.slice(1).toLowerCase(),
    aspect_ratio: ASPECTS[work.aspectRatio].name,
    service_tier: work.serviceTier.toLowerCase(),
    acceleration: work.serviceTier === 'DRAFT' ? work.acceleration.toLowerCase() : null,
    use_context_ir: work.useContextIr,
    audio: work.audio,
    seed: work.seed,
    webhook_url: work.webhookUrl,
    metadata: work.metadata,
  }
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
}

/** The path and body of REST that create the work; an upscale has a separate path. */
function restOf(work: Work): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } {
  if (work.sourceTaskId === null) return { path: '/v1/videos', body: requestOf(work) }
  return {
    path: `/v1/videos/${work.sourceTaskId}/upscale`,
    body: { amount_micro: Number(work.usage?.amountMicro ?? work.cost?.frozenMicro ?? 0) },
  }
}

export function asJson(work: Work): string {
  return JSON.stringify(restOf(work).body, null, 2)
}

export function asCurl(work: Work, api: string): string {
  const body = asJson(work).replaceAll("'", "'\\''")
  return [
    `curl ${api}${restOf(work).path}`,
    `  -H "Authorization: Bearer $VIDGATE_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${body}'`,
  ].join(' \\\n')
}

const ANSWER = '    userErrors { code message path }\n  }\n}'

/** A mutation and its variables, in the form for GraphiQL. */
export function asGraphql(work: Work): string {
  if (work.sourceTaskId !== null) {
    const input = { taskId: work.sourceTaskId, amountMicro: work.usage?.amountMicro ?? work.cost?.frozenMicro ?? '0' }
    return `mutation Upscale($input: TaskUpscaleInput!) {\n  taskUpscale(input: $input) {\n    task { id status }\n${ANSWER}\n\n${JSON.stringify({ input }, null, 2)}`
  }
  const query = `mutation Create($input: TaskCreateInput!) {\n  taskCreate(input: $input) {\n    tasks { id status }\n${ANSWER}`
  const input = {
    prompt: work.prompt,
    mode: work.mode,
    inputImage: work.inputImage,
    endImage: work.endImage,
    references: work.references.length > 0 ? work.references : null,
    duration: work.duration,
    resolution: work.resolution,
    aspectRatio: work.aspectRatio,
    serviceTier: work.serviceTier,
    acceleration: work.serviceTier === 'DRAFT' ? work.acceleration : null,
    useContextIr: work.useContextIr,
    audio: work.audio,
    seed: work.seed,
    webhookUrl: work.webhookUrl,
    metadata: work.metadata,
  }
  return `${query}\n\n${JSON.stringify({ input }, null, 2)}`
}
