import type { Work } from '../gallery/works.ts'
import { ASPECTS } from '../parts/aspect.ts'

export const FORMS = ['curl', 'javascript', 'python', 'graphql'] as const
export type Form = (typeof FORMS)[number]

/** A work to write as code. */
export interface Source {
  readonly work: Work
  /** The gateway's address, without a slash at its end. */
  readonly api: string
  /** The price that an upscale accepts, in micro-yuan. */
  readonly amountMicro: string
}

/** A program that creates the same work. It reads the key from the variable VIDGATE_KEY, except the form for GraphiQL. */
export function asCode(form: Form, source: Source): string {
  return FORM[form](source)
}

const FORM: Readonly<Record<Form, (source: Source) => string>> = {
  curl: asCurl,
  javascript: asJavaScript,
  python: asPython,
  graphql: asGraphql,
}

/** The create of a work, with the names and values of GraphQL. Fields without a value are left out. */
function inputOf(work: Work) {
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
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

/** The path and the body of REST, whose names have underscores and whose values are lower-case. */
function restOf({ work, amountMicro }: Source): { readonly path: string; readonly body: object } {
  if (work.sourceTaskId !== null) {
    return { path: `/v1/videos/${work.sourceTaskId}/upscale`, body: { amount_micro: Number(amountMicro) } }
  }
  const values = {
    ...inputOf(work),
    mode: work.mode.toLowerCase(),
    resolution: work.resolution.slice(1).toLowerCase(),
    aspectRatio: ASPECTS[work.aspectRatio].name,
    serviceTier: work.serviceTier.toLowerCase(),
    ...(work.serviceTier === 'DRAFT' && { acceleration: work.acceleration.toLowerCase() }),
  }
  const named = Object.entries(values).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return { path: '/v1/videos', body: Object.fromEntries(named) }
}

/** Lines after the first begin with spaces. */
function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

function asCurl(source: Source): string {
  const { path, body } = restOf(source)
  return [
    `curl ${source.api}${path}`,
    `  -H "Authorization: Bearer $VIDGATE_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ].join(' \\\n')
}

function asJavaScript(source: Source): string {
  const { path, body } = restOf(source)
  return `const response = await fetch(${JSON.stringify(source.api + path)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.VIDGATE_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)}),
})
const video = await response.json()
if (!response.ok) throw new Error(video.error.message)
console.log(video.id)`
}

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

function asPython(source: Source): string {
  const { path, body } = restOf(source)
  // Strings and numbers of JSON are also those of Python.
  const json = JSON.stringify(body, null, 4)
  const literal = json.replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => PYTHON[token] ?? token)
  return `import json
import os
import urllib.request

body = ${literal}
request = urllib.request.Request(
    ${JSON.stringify(source.api + path)},
    data=json.dumps(body).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['VIDGATE_KEY']}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["id"])`
}

/** A mutation, an empty line and its variables. */
function asGraphql({ work, amountMicro }: Source): string {
  const isUpscale = work.sourceTaskId !== null
  const [name, type, field, created] = isUpscale
    ? ['Upscale', 'TaskUpscaleInput', 'taskUpscale', 'task']
    : ['Create', 'TaskCreateInput', 'taskCreate', 'tasks']
  const input = isUpscale ? { taskId: work.sourceTaskId, amountMicro } : inputOf(work)
  return `mutation ${name}($input: ${type}!) {
  ${field}(input: $input) {
    ${created} { id status }
    userErrors { code message path }
  }
}

${JSON.stringify({ input }, null, 2)}`
}
