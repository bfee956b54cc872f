/* eslint-disable */
import * as types from './graphql.ts'
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'

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
  'fragment OperatedAccount on Account {\n  id\n  name\n  enabled\n  createdAt\n  apiVersion\n  earlierForm\n  useContextIr\n  limits {\n    concurrency\n    creates\n    calls\n    factor\n    keys\n    uploads\n  }\n  activeTasks\n  balance\n  frozen\n  available\n  console {\n    name\n    visible\n    default\n  }\n}\n\nfragment Refusal on UserError {\n  code\n  message\n  path\n}\n\nquery Accounts($search: String, $after: ID) {\n  accounts(search: $search, after: $after) {\n    nodes {\n      ...OperatedAccount\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n}\n\nmutation SetLimits($input: AccountLimitsInput!) {\n  accountLimitsUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetStatus($input: AccountSwitchInput!) {\n  accountStatusUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetEarlierForm($input: AccountSwitchInput!) {\n  accountEarlierFormUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetConsoleParameter($input: ConsoleParameterInput!) {\n  consoleParameterUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}': typeof types.OperatedAccountFragmentDoc
  'query Fleet {\n  workers {\n    id\n    host\n    engine\n    pool\n    capabilities\n    state\n    stage\n    taskId\n    since\n    beatAgeSeconds\n    doneLastHour\n    failedLastHour\n  }\n  queues {\n    stage\n    tier\n    ready\n    running\n    oldestWaitSeconds\n  }\n  flows {\n    stage\n    spanSeconds\n    donePerMinute\n    doneByMinute\n    waitP50Seconds\n    waitP90Seconds\n    runP50Seconds\n    runP90Seconds\n    outcomes {\n      outcome\n      count\n    }\n    hedges {\n      won\n      lost\n      unused\n    }\n  }\n  firstEstimates {\n    tier\n    tasks\n    unestimated\n    ratioBounds\n    byRatio\n    errorP50\n    errorP90\n  }\n}\n\nfragment Try on Attempt {\n  taskId\n  stage\n  number\n  state\n  workerId\n  pool\n  hedge\n  readyAt\n  claimedAt\n  finishedAt\n  outcome\n}\n\nquery TaskTries($id: ID!) {\n  task(id: $id) {\n    status\n    attempts {\n      ...Try\n    }\n  }\n}\n\nquery WorkerTries($id: ID!) {\n  workerAttempts(id: $id) {\n    ...Try\n  }\n}': typeof types.FleetDocument
  'fragment Prices on PriceList {\n  version\n  effectiveAt\n  prices {\n    key\n    unit\n    value\n  }\n  history {\n    version\n    effectiveAt\n    steps {\n      key\n      unit\n      from\n      to\n    }\n  }\n}\n\nquery PriceList {\n  priceList {\n    ...Prices\n  }\n}\n\nmutation SetPrices($input: PriceListInput!) {\n  priceListUpdate(input: $input) {\n    priceList {\n      version\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}': typeof types.PricesFragmentDoc
}
const documents: Documents = {
  'fragment OperatedAccount on Account {\n  id\n  name\n  enabled\n  createdAt\n  apiVersion\n  earlierForm\n  useContextIr\n  limits {\n    concurrency\n    creates\n    calls\n    factor\n    keys\n    uploads\n  }\n  activeTasks\n  balance\n  frozen\n  available\n  console {\n    name\n    visible\n    default\n  }\n}\n\nfragment Refusal on UserError {\n  code\n  message\n  path\n}\n\nquery Accounts($search: String, $after: ID) {\n  accounts(search: $search, after: $after) {\n    nodes {\n      ...OperatedAccount\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n}\n\nmutation SetLimits($input: AccountLimitsInput!) {\n  accountLimitsUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetStatus($input: AccountSwitchInput!) {\n  accountStatusUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetEarlierForm($input: AccountSwitchInput!) {\n  accountEarlierFormUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetConsoleParameter($input: ConsoleParameterInput!) {\n  consoleParameterUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}':
    types.OperatedAccountFragmentDoc,
  'query Fleet {\n  workers {\n    id\n    host\n    engine\n    pool\n    capabilities\n    state\n    stage\n    taskId\n    since\n    beatAgeSeconds\n    doneLastHour\n    failedLastHour\n  }\n  queues {\n    stage\n    tier\n    ready\n    running\n    oldestWaitSeconds\n  }\n  flows {\n    stage\n    spanSeconds\n    donePerMinute\n    doneByMinute\n    waitP50Seconds\n    waitP90Seconds\n    runP50Seconds\n    runP90Seconds\n    outcomes {\n      outcome\n      count\n    }\n    hedges {\n      won\n      lost\n      unused\n    }\n  }\n  firstEstimates {\n    tier\n    tasks\n    unestimated\n    ratioBounds\n    byRatio\n    errorP50\n    errorP90\n  }\n}\n\nfragment Try on Attempt {\n  taskId\n  stage\n  number\n  state\n  workerId\n  pool\n  hedge\n  readyAt\n  claimedAt\n  finishedAt\n  outcome\n}\n\nquery TaskTries($id: ID!) {\n  task(id: $id) {\n    status\n    attempts {\n      ...Try\n    }\n  }\n}\n\nquery WorkerTries($id: ID!) {\n  workerAttempts(id: $id) {\n    ...Try\n  }\n}':
    types.FleetDocument,
  'fragment Prices on PriceList {\n  version\n  effectiveAt\n  prices {\n    key\n    unit\n    value\n  }\n  history {\n    version\n    effectiveAt\n    steps {\n      key\n      unit\n      from\n      to\n    }\n  }\n}\n\nquery PriceList {\n  priceList {\n    ...Prices\n  }\n}\n\nmutation SetPrices($input: PriceListInput!) {\n  priceListUpdate(input: $input) {\n    priceList {\n      version\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}':
    types.PricesFragmentDoc,
}

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(
  source: 'fragment OperatedAccount on Account {\n  id\n  name\n  enabled\n  createdAt\n  apiVersion\n  earlierForm\n  useContextIr\n  limits {\n    concurrency\n    creates\n    calls\n    factor\n    keys\n    uploads\n  }\n  activeTasks\n  balance\n  frozen\n  available\n  console {\n    name\n    visible\n    default\n  }\n}\n\nfragment Refusal on UserError {\n  code\n  message\n  path\n}\n\nquery Accounts($search: String, $after: ID) {\n  accounts(search: $search, after: $after) {\n    nodes {\n      ...OperatedAccount\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n}\n\nmutation SetLimits($input: AccountLimitsInput!) {\n  accountLimitsUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetStatus($input: AccountSwitchInput!) {\n  accountStatusUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetEarlierForm($input: AccountSwitchInput!) {\n  accountEarlierFormUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetConsoleParameter($input: ConsoleParameterInput!) {\n  consoleParameterUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}',
): (typeof documents)['fragment OperatedAccount on Account {\n  id\n  name\n  enabled\n  createdAt\n  apiVersion\n  earlierForm\n  useContextIr\n  limits {\n    concurrency\n    creates\n    calls\n    factor\n    keys\n    uploads\n  }\n  activeTasks\n  balance\n  frozen\n  available\n  console {\n    name\n    visible\n    default\n  }\n}\n\nfragment Refusal on UserError {\n  code\n  message\n  path\n}\n\nquery Accounts($search: String, $after: ID) {\n  accounts(search: $search, after: $after) {\n    nodes {\n      ...OperatedAccount\n    }\n    pageInfo {\n      endCursor\n      hasNextPage\n    }\n  }\n}\n\nmutation SetLimits($input: AccountLimitsInput!) {\n  accountLimitsUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetStatus($input: AccountSwitchInput!) {\n  accountStatusUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetEarlierForm($input: AccountSwitchInput!) {\n  accountEarlierFormUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}\n\nmutation SetConsoleParameter($input: ConsoleParameterInput!) {\n  consoleParameterUpdate(input: $input) {\n    account {\n      ...OperatedAccount\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}']
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(
  source: 'query Fleet {\n  workers {\n    id\n    host\n    engine\n    pool\n    capabilities\n    state\n    stage\n    taskId\n    since\n    beatAgeSeconds\n    doneLastHour\n    failedLastHour\n  }\n  queues {\n    stage\n    tier\n    ready\n    running\n    oldestWaitSeconds\n  }\n  flows {\n    stage\n    spanSeconds\n    donePerMinute\n    doneByMinute\n    waitP50Seconds\n    waitP90Seconds\n    runP50Seconds\n    runP90Seconds\n    outcomes {\n      outcome\n      count\n    }\n    hedges {\n      won\n      lost\n      unused\n    }\n  }\n  firstEstimates {\n    tier\n    tasks\n    unestimated\n    ratioBounds\n    byRatio\n    errorP50\n    errorP90\n  }\n}\n\nfragment Try on Attempt {\n  taskId\n  stage\n  number\n  state\n  workerId\n  pool\n  hedge\n  readyAt\n  claimedAt\n  finishedAt\n  outcome\n}\n\nquery TaskTries($id: ID!) {\n  task(id: $id) {\n    status\n    attempts {\n      ...Try\n    }\n  }\n}\n\nquery WorkerTries($id: ID!) {\n  workerAttempts(id: $id) {\n    ...Try\n  }\n}',
): (typeof documents)['query Fleet {\n  workers {\n    id\n    host\n    engine\n    pool\n    capabilities\n    state\n    stage\n    taskId\n    since\n    beatAgeSeconds\n    doneLastHour\n    failedLastHour\n  }\n  queues {\n    stage\n    tier\n    ready\n    running\n    oldestWaitSeconds\n  }\n  flows {\n    stage\n    spanSeconds\n    donePerMinute\n    doneByMinute\n    waitP50Seconds\n    waitP90Seconds\n    runP50Seconds\n    runP90Seconds\n    outcomes {\n      outcome\n      count\n    }\n    hedges {\n      won\n      lost\n      unused\n    }\n  }\n  firstEstimates {\n    tier\n    tasks\n    unestimated\n    ratioBounds\n    byRatio\n    errorP50\n    errorP90\n  }\n}\n\nfragment Try on Attempt {\n  taskId\n  stage\n  number\n  state\n  workerId\n  pool\n  hedge\n  readyAt\n  claimedAt\n  finishedAt\n  outcome\n}\n\nquery TaskTries($id: ID!) {\n  task(id: $id) {\n    status\n    attempts {\n      ...Try\n    }\n  }\n}\n\nquery WorkerTries($id: ID!) {\n  workerAttempts(id: $id) {\n    ...Try\n  }\n}']
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(
  source: 'fragment Prices on PriceList {\n  version\n  effectiveAt\n  prices {\n    key\n    unit\n    value\n  }\n  history {\n    version\n    effectiveAt\n    steps {\n      key\n      unit\n      from\n      to\n    }\n  }\n}\n\nquery PriceList {\n  priceList {\n    ...Prices\n  }\n}\n\nmutation SetPrices($input: PriceListInput!) {\n  priceListUpdate(input: $input) {\n    priceList {\n      version\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}',
): (typeof documents)['fragment Prices on PriceList {\n  version\n  effectiveAt\n  prices {\n    key\n    unit\n    value\n  }\n  history {\n    version\n    effectiveAt\n    steps {\n      key\n      unit\n      from\n      to\n    }\n  }\n}\n\nquery PriceList {\n  priceList {\n    ...Prices\n  }\n}\n\nmutation SetPrices($input: PriceListInput!) {\n  priceListUpdate(input: $input) {\n    priceList {\n      version\n    }\n    userErrors {\n      ...Refusal\n    }\n  }\n}']

export function graphql(source: string) {
  return (documents as any)[source] ?? {}
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> =
  TDocumentNode extends DocumentNode<infer TType, any> ? TType : never
