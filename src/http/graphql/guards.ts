import { EnvelopArmor } from '@escape.tech/graphql-armor'
import {
  type FloatValueNode,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  getNullableType,
  type IntValueNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { isExact } from '../../lib/json.ts'
import * as limits from '../limits.ts'
import { costOf } from './cost.ts'
import { asksTooMuchOfSchema } from './schema-cost.ts'

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } })
}

/** A rule of armor that reports with the gateway's code instead of "Syntax Error". */
function rule(n: number, code: string, message: string) {
  const report = (context: ValidationContext | null) => {
    const error = refusal(code, message)
    if (!context) throw error
    context.reportError(error)
  }
  return { enabled: true, n, propagateOnRejection: false, onReject: [report] }
}

/**
 * Guards against hostile documents (docs/rules/limits.md#graphql-guards). They are part of the pipeline and so apply to both
 * transports. The cost guard replaces armor's, which ignores a `first` set by variable.
 */
export function guards(): Plugin[] {
  const armor = new EnvelopArmor({
    maxTokens: rule(
      limits.GRAPHQL_TOKENS_MAX,
      'too_many_tokens',
      `A document may have at most ${limits.GRAPHQL_TOKENS_MAX} tokens.`,
    ),
    maxDepth: {
      ...rule(
        limits.GRAPHQL_DEPTH_MAX,
        'query_too_deep',
        `A query may be at most ${limits.GRAPHQL_DEPTH_MAX} levels deep.`,
      ),
      // Counts levels of fields: clients nest fragments like their components, which adds no cost.
      flattenFragments: true,
    },
    maxAliases: rule(
      limits.GRAPHQL_ALIASES_MAX,
      'too_many_aliases',
      `A query may have at most ${limits.GRAPHQL_ALIASES_MAX} aliases.`,
    ),
    maxDirectives: rule(
      limits.GRAPHQL_DIRECTIVES_MAX,
      'too_many_directives',
      `A query may have at most ${limits.GRAPHQL_DIRECTIVES_MAX} directives.`,
    ),
    costLimit: { enabled: false },
    blockFieldSuggestion: { enabled: false },
  })
  return [...(armor.protect().plugins as unknown as Plugin[]), oneSchema, exactNumbers, costGuard]
}

/** Refuses a number literal that would lose digits. Inside a JSON value numbers stay text. */
const exactLiterals: ValidationRule = (context) => {
  const judge = (node: IntValueNode | FloatValueNode) => {
    const type = getNullableType(context.getInputType())
    if ((type !== GraphQLFloat && type !== GraphQLInt) || isExact(node.value)) return
    context.reportError(
      new GraphQLError(`${node.value.slice(0, 40)} has more digits than a number can represent.`, { nodes: node }),
    )
  }
  return { IntValue: judge, FloatValue: judge }
}

/** Allows __schema once per document, because each alias of it is answered in full. */
const onlyOnce: ValidationRule = (context) => {
  let times = 0
  return {
    Field({ name }) {
      if (name.value !== '__schema') return
      times += 1
      if (times === 2) context.reportError(refusal('query_too_costly', 'A document may select __schema at most once.'))
    },
  }
}

const exactNumbers: Plugin = { onValidate: ({ addValidationRule }) => addValidationRule(exactLiterals) }

const oneSchema: Plugin = { onValidate: ({ addValidationRule }) => addValidationRule(onlyOnce) }

/** Checked after the validation, because it depends on the variables, while validation is cached by document. */
const costGuard: Plugin<{ params?: { operationName?: string | null; variables?: Record<string, unknown> | null } }> = {
  onValidate({ context, params: { schema, documentAST } }) {
    return ({ valid }) => {
      const { operationName, variables } = context.params ?? {}
      if (!valid) return
      if (costOf(schema, documentAST, operationName, variables ?? {}) > limits.GRAPHQL_COST_MAX) {
        throw refusal(
          'query_too_costly',
          `A query may cost at most ${limits.GRAPHQL_COST_MAX}: select fewer fields or a smaller page.`,
        )
      }
      if (asksTooMuchOfSchema(schema, documentAST, operationName)) {
        throw refusal('query_too_costly', 'This query selects too much of the schema. Select fewer nested lists.')
      }
    }
  },
}
