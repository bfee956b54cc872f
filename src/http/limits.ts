/** Limits that only the doors know, with their reasons. */

/** A reader who has taken nothing of an answer for so long is cut off: a video player that pauses asks for the rest again. */
export const RESPONSE_STALL_MS = 60_000

/** A JSON body is there by then, over any line that a video comes over. */
export const JSON_BODY_MS = 30_000

/** Of a GraphQL body without a valid key, which may ask for the schema: the stock question has 2 KB. */
export const KEYLESS_BODY_MAX_BYTES = 16 * 1024
/** Such bodies that a process reads at once. */
export const KEYLESS_BODIES_MAX = 500

/** Sockets of a process that have not shown a key yet, for which they have three seconds; whoever comes back is soon through. */
export const SOCKETS_UNKNOWN_MAX = 2000
/** Messages of such a socket: it needs one. */
export const SOCKET_UNKNOWN_MESSAGES = 10
/** Messages of a socket, pings and pongs of both protocols too: so many at once, and so many a second. */
export const SOCKET_MESSAGES_BURST = 1000
export const SOCKET_MESSAGES_PER_SECOND = 200

/** GraphQL documents: deep enough for any client of ours, cheap to refuse. */
export const GRAPHQL_DEPTH_MAX = 12
export const GRAPHQL_ALIASES_MAX = 30
export const GRAPHQL_TOKENS_MAX = 2000
export const GRAPHQL_DIRECTIVES_MAX = 20
export const GRAPHQL_COST_MAX = 10_000
/** Each mistake in the variables is told with the whole value around it. */
export const GRAPHQL_COERCION_ERRORS_MAX = 5
/** Of a message that repeats what was sent. */
export const GRAPHQL_MESSAGE_MAX = 300
/** What may be asked of the schema at once: so many times what the stock question for all of it costs. */
export const GRAPHQL_SCHEMA_FACTOR = 2
/** Answers about the schema that a process keeps: some twenty-five of the stock question's 150 KB. */
export const GRAPHQL_SCHEMA_KEPT_BYTES = 4 * 1024 * 1024
/** Questions for the schema that a process answers to all callers without a key: each may take it 30 ms. */
export const GRAPHQL_KEYLESS_PER_MINUTE = 120
