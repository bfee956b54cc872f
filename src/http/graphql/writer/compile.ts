import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getArgumentValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { giveUp } from './give-up.ts'
import { leafWriter } from './leaf.ts'
import { fieldsOf, type Scope } from './selection.ts'

/** One execution of a writer. */
export interface Run {
  readonly context: unknown
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>
  /** A promise failed, or its value cannot be written. No later value is written. */
  isGivenUp: boolean
}

type Text = string | Promise<string>

/** Writes a value of a type as JSON. Gives up, by throwing or in `run`, where graphql-js would report an error. */
export type Write = (value: unknown, run: Run) => Text

type Read = (source: unknown, run: Run) => unknown

interface Field {
  /** `"name":`, after a comma if it is not the first. */
  readonly head: string
  readonly read: Read
  readonly write: Write
}

/** A writer of objects of a type with these selections. */
export function objectWriter(scope: Scope, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Write {
  // graphql-js calls it for each object.
  if (type.isTypeOf) giveUp()
  const fields = [...fieldsOf(scope, type, sets)].map(([name, nodes], i): Field => {
    const head = `${i === 0 ? '' : ','}${JSON.stringify(name)}:`
    return { head, ...fieldOf(scope, type, nodes) }
  })
  return (source, run) => {
    if (source instanceof Error) giveUp()
    let text = '{'
    let parts: Text[] | null = null
    for (const { head, read, write } of fields) {
      const part = writeSettled(read(source, run), write, run)
      if (typeof part === 'string') text += head + part
      else {
        parts = [...(parts ?? []), text + head, part]
        text = ''
      }
    }
    return parts ? join([...parts, `${text}}`]) : `${text}}`
  }
}

function listWriter(item: Write): Write {
  return (items, run) => {
    if (!Array.isArray(items)) giveUp()
    let text = '['
    let parts: Text[] | null = null
    for (let i = 0; i < items.length; i++) {
      if (i > 0) text += ','
      const part = writeSettled(items[i], item, run)
      if (typeof part === 'string') text += part
      else {
        parts ??= []
        parts.push(text, part)
        text = ''
      }
    }
    return parts ? join([...parts, `${text}]`]) : `${text}]`
  }
}

async function join(parts: readonly Text[]): Promise<string> {
  return (await Promise.all(parts)).join('')
}

/** Waits for a promise. The returned promise never rejects, so that a writer that gives up leaves no unhandled rejection. */
function writeSettled(value: unknown, write: Write, run: Run): Text {
  if (!isPromise(value)) return write(value, run)
  const abandon = () => {
    run.isGivenUp = true
    return ''
  }
  return value.then((settled) => {
    if (run.isGivenUp) return ''
    try {
      return write(settled, run)
    } catch {
      return abandon()
    }
  }, abandon)
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

function fieldOf(scope: Scope, type: GraphQLObjectType, nodes: readonly FieldNode[]): Pick<Field, 'read' | 'write'> {
  const [node] = nodes
  const name = node?.name.value ?? giveUp()
  if (name === '__typename') return { read: () => null, write: constant(JSON.stringify(type.name)) }
  // Introspection has fields that no type lists.
  const field = type.getFields()[name] ?? giveUp()
  return { read: reader(field, node as FieldNode), write: valueWriter(scope, field.type, nodes) }
}

function constant(text: string): Write {
  return () => text
}

const NO_ARGS = Object.freeze({})

/** Reads the field as graphql-js does, except that `info` is missing: a resolver that declares it gives up. */
function reader(field: GraphQLField<unknown, unknown>, node: FieldNode): Read {
  const { name, resolve } = field
  if (!resolve) return (source) => propertyOf(source, name)
  if (resolve.length > 3) giveUp()
  const call = resolve as (source: unknown, args: object, context: unknown) => unknown
  if (field.args.length === 0 || resolve.length < 2) return (source, run) => call(source, NO_ARGS, run.context)
  if (node.arguments?.some(({ value }) => hasVariable(value))) {
    return (source, run) => call(source, getArgumentValues(field, node, run.variables), run.context)
  }
  const args = Object.freeze(getArgumentValues(field, node))
  return (source, run) => call(source, args, run.context)
}

function propertyOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) giveUp()
  const value = (source as Readonly<Record<string, unknown>>)[name]
  // graphql-js calls functions.
  return typeof value === 'function' ? giveUp() : value
}

function hasVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true
  if (value.kind === Kind.LIST) return value.values.some(hasVariable)
  return value.kind === Kind.OBJECT && value.fields.some((field) => hasVariable(field.value))
}

function valueWriter(scope: Scope, type: GraphQLOutputType, nodes: readonly FieldNode[]): Write {
  if (isNonNullType(type)) {
    const write = presentWriter(scope, type.ofType, nodes)
    return (value, run) => write(value ?? giveUp(), run)
  }
  const write = presentWriter(scope, type, nodes)
  return (value, run) => (value === null || value === undefined ? 'null' : write(value, run))
}

/** Values that are not null. */
function presentWriter(scope: Scope, type: GraphQLOutputType, nodes: readonly FieldNode[]): Write {
  if (isListType(type)) return listWriter(valueWriter(scope, type.ofType, nodes))
  if (isLeafType(type)) return leafWriter(type)
  // The type of an abstract value is known only with the value.
  if (!isObjectType(type)) return giveUp()
  return objectWriter(
    scope,
    type,
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
  )
}
