import type { Input, NodeClass } from './nodes.ts'

export interface PromptNode {
  readonly class_type: string
  readonly inputs: Readonly<Record<string, unknown>>
}
export type Prompt = Readonly<Record<string, PromptNode>>

interface Reason {
  readonly type: string
  readonly message: string
  readonly details: string
  readonly extra_info: Readonly<Record<string, unknown>>
}

export interface World {
  readonly classes: Readonly<Record<string, NodeClass>>
  /** Whether an annotated name (`folder/name [temp]`) is that of a file on the server. */
  exists(name: string): boolean
}

export interface Verdict {
  /** null if at least one output can be made. */
  readonly error: Reason | null
  readonly nodeErrors: Readonly<Record<string, object>>
  /** Outputs that are valid. */
  readonly outputs: readonly string[]
}

const reason = (type: string, message: string, details: string, extra_info = {}): Reason => ({
  type,
  message,
  details,
  extra_info,
})

type Found = Map<string, { readonly errors: readonly Reason[]; readonly valid: boolean }>

/** Judges a prompt as the server does: classes first, then every output with all that it needs. */
export function judge(prompt: Prompt, world: World): Verdict {
  const fail = (error: Reason): Verdict => ({ error, nodeErrors: {}, outputs: [] })
  for (const [id, { class_type: name }] of Object.entries(prompt)) {
    if (world.classes[name]) continue
    const message = `Node '${name}' not found. The custom node may not be installed.`
    return fail(reason('missing_node_type', message, `Node ID '#${id}'`, { node_id: id, class_type: name }))
  }
  const outputs = Object.keys(prompt).filter((id) => world.classes[prompt[id]?.class_type ?? '']?.saves)
  if (outputs.length === 0) return fail(reason('prompt_no_outputs', 'Prompt has no outputs', ''))
  const found: Found = new Map()
  const valid = outputs.filter((id) => isValid(prompt, id, world, found))
  const nodeErrors = Object.fromEntries(
    [...found]
      .filter(([, { errors }]) => errors.length > 0)
      .map(([id, { errors }]) => [id, { errors, dependent_outputs: outputs, class_type: prompt[id]?.class_type }]),
  )
  const details = [...found.values()].flatMap(({ errors }) => errors).map((each) => `${each.message}: ${each.details}`)
  const error =
    valid.length > 0
      ? null
      : reason('prompt_outputs_failed_validation', 'Prompt outputs failed validation', details.join('\n'))
  return { error, nodeErrors, outputs: valid }
}

/** Whether a node and everything before it is valid. Errors are attached to the node that has them. */
function isValid(prompt: Prompt, id: string, world: World, found: Found): boolean {
  const known = found.get(id)
  if (known) return known.valid
  const node = prompt[id]
  const inputs = world.classes[node?.class_type ?? '']?.inputs ?? {}
  const errors: Reason[] = []
  let valid = true
  for (const [name, input] of Object.entries(inputs)) {
    const value = node?.inputs[name]
    if (value === undefined) {
      if (!input.optional) errors.push(reason('required_input_missing', 'Required input is missing', name))
    } else if (Array.isArray(value)) {
      const wrong = wrongLink(prompt, name, value, input, world)
      if (wrong) errors.push(wrong)
      else valid = isValid(prompt, value[0], world, found) && valid
    } else {
      const wrong = wrongValue(name, value, input, world)
      if (wrong) errors.push(wrong)
    }
  }
  valid &&= errors.length === 0
  found.set(id, { errors, valid })
  return valid
}

function wrongLink(prompt: Prompt, name: string, value: readonly unknown[], input: Input, world: World): Reason | null {
  if (value.length !== 2) return reason('bad_linked_input', 'Bad linked input, must be a length-2 list', name)
  const source = prompt[String(value[0])]
  if (!source) return reason('exception_during_validation', 'Exception when validating node', `'${value[0]}'`)
  const type = world.classes[source.class_type]?.outputs[Number(value[1])]
  if (type === input.type) return null
  const details = `${name}, received_type(${type}) mismatch input_type(${input.type})`
  return reason('return_type_mismatch', 'Return type mismatch between linked nodes', details)
}

function wrongValue(name: string, value: unknown, input: Input, { exists }: World): Reason | null {
  const { type, min, max, file } = input
  if (file) {
    const details = `${name} - Invalid ${file} file: ${value}`
    return exists(String(value))
      ? null
      : reason('custom_validation_failed', 'Custom validation failed for node', details)
  }
  if (Array.isArray(type)) {
    const details = `${name}: '${value}' not in [${type.map((each) => `'${each}'`).join(', ')}]`
    return type.includes(value) ? null : reason('value_not_in_list', 'Value not in list', details)
  }
  if (type === 'STRING') return null
  const number = Number(value)
  if (!/^(INT|FLOAT)$/.test(String(type)) || Number.isNaN(number)) {
    return reason('invalid_input_type', `Failed to convert an input value to a ${type} value`, `${name}, ${value}`)
  }
  if (min !== undefined && number < min) {
    return reason('value_smaller_than_min', `Value ${number} smaller than min of ${min}`, name)
  }
  return max !== undefined && number > max
    ? reason('value_bigger_than_max', `Value ${number} bigger than max of ${max}`, name)
    : null
}
