/* eslint-disable */
import * as types from './graphql.ts'

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
  'fragment DemoTask on Task {\n  id\n  status\n  progress\n  failDetail\n  waiting {\n    seconds\n    reason\n  }\n  output {\n    videoUri\n  }\n  usage {\n    amount\n  }\n}\n\nmutation DemoCreate($input: TaskCreateInput!) {\n  taskCreate(input: $input) {\n    tasks {\n      ...DemoTask\n    }\n    userErrors {\n      message\n      path\n    }\n  }\n}\n\nsubscription DemoUpdated($id: ID!) {\n  taskUpdated(id: $id) {\n    task {\n      ...DemoTask\n    }\n  }\n}\n\nquery DemoEntries($taskId: ID!) {\n  credits {\n    entries(first: 20, taskId: $taskId) {\n      nodes {\n        kind\n        amountMicro\n        frozenDeltaMicro\n        balanceAfterMicro\n      }\n    }\n  }\n}\n\nmutation DemoUpload($input: FileUploadInput!) {\n  fileUpload(input: $input) {\n    file {\n      id\n      kind\n      width\n      height\n      duration\n    }\n    userErrors {\n      message\n    }\n  }\n}': typeof types.DemoTaskFragmentDoc
}
const documents: Documents = {
  'fragment DemoTask on Task {\n  id\n  status\n  progress\n  failDetail\n  waiting {\n    seconds\n    reason\n  }\n  output {\n    videoUri\n  }\n  usage {\n    amount\n  }\n}\n\nmutation DemoCreate($input: TaskCreateInput!) {\n  taskCreate(input: $input) {\n    tasks {\n      ...DemoTask\n    }\n    userErrors {\n      message\n      path\n    }\n  }\n}\n\nsubscription DemoUpdated($id: ID!) {\n  taskUpdated(id: $id) {\n    task {\n      ...DemoTask\n    }\n  }\n}\n\nquery DemoEntries($taskId: ID!) {\n  credits {\n    entries(first: 20, taskId: $taskId) {\n      nodes {\n        kind\n        amountMicro\n        frozenDeltaMicro\n        balanceAfterMicro\n      }\n    }\n  }\n}\n\nmutation DemoUpload($input: FileUploadInput!) {\n  fileUpload(input: $input) {\n    file {\n      id\n      kind\n      width\n      height\n      duration\n    }\n    userErrors {\n      message\n    }\n  }\n}':
    types.DemoTaskFragmentDoc,
}

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(
  source: 'fragment DemoTask on Task {\n  id\n  status\n  progress\n  failDetail\n  waiting {\n    seconds\n    reason\n  }\n  output {\n    videoUri\n  }\n  usage {\n    amount\n  }\n}\n\nmutation DemoCreate($input: TaskCreateInput!) {\n  taskCreate(input: $input) {\n    tasks {\n      ...DemoTask\n    }\n    userErrors {\n      message\n      path\n    }\n  }\n}\n\nsubscription DemoUpdated($id: ID!) {\n  taskUpdated(id: $id) {\n    task {\n      ...DemoTask\n    }\n  }\n}\n\nquery DemoEntries($taskId: ID!) {\n  credits {\n    entries(first: 20, taskId: $taskId) {\n      nodes {\n        kind\n        amountMicro\n        frozenDeltaMicro\n        balanceAfterMicro\n      }\n    }\n  }\n}\n\nmutation DemoUpload($input: FileUploadInput!) {\n  fileUpload(input: $input) {\n    file {\n      id\n      kind\n      width\n      height\n      duration\n    }\n    userErrors {\n      message\n    }\n  }\n}',
): typeof import('./graphql.ts').DemoTaskFragmentDoc

export function graphql(source: string) {
  return (documents as any)[source] ?? {}
}
