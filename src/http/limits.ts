/** Limits of the HTTP layer, with their reasons (docs/rules/limits.md#slow-clients). */

/** A client that reads nothing for this time is disconnected. A paused video player requests the rest again. */
export const RESPONSE_STALL_MS = 60_000

/** Size of a slice of a response for the kernel: about 0.1 ms of copying. */
export const RESPONSE_SLICE_BYTES = 256 * 1024

/** Time for a JSON body to arrive; enough for any connection that can carry a video. */
export const JSON_BODY_MS = 30_000

/** Maximum size of a GraphQL body without a valid key, which may be introspection. The standard query has 2 KB. */
export const KEYLESS_BODY_MAX_BYTES = 16 * 1024
/** Maximum number of such bodies that a process reads at once. */
export const KEYLESS_BODIES_MAX = 500

/** Sockets of a process that have not authenticated yet. Each has three seconds to do so, and a client may retry. */
export const SOCKETS_UNKNOWN_MAX = 2000
/** Messages that such a socket may send; it needs one. */
export const SOCKET_UNKNOWN_MESSAGES = 10
/** Messages of an authenticated socket, with pings and pongs: a burst, then a rate per second. */
export const SOCKET_MESSAGES_BURST = 1000
export const SOCKET_MESSAGES_PER_SECOND = 200

/** Limits of GraphQL documents: enough for all known clients, and cheap to refuse. */
export const GRAPHQL_DEPTH_MAX = 12
export const GRAPHQL_ALIASES_MAX = 30
export const GRAPHQL_TOKENS_MAX = 2000
export const GRAPHQL_DIRECTIVES_MAX = 20
export const GRAPHQL_COST_MAX = 10_000
/** Mistakes in variables that are reported; each repeats the whole value around it. */
export const GRAPHQL_COERCION_ERRORS_MAX = 5
/** Characters of an error message that repeats what was sent. */
export const GRAPHQL_MESSAGE_MAX = 300
/** Cost limit of introspection, as a multiple of the standard query's cost. */
export const GRAPHQL_SCHEMA_FACTOR = 2
/** Size of the cache of introspection results: about twenty-five of the standard query's 150 KB. */
export const GRAPHQL_SCHEMA_KEPT_BYTES = 4 * 1024 * 1024
/** Size of all queries that are known by their hash; those of the account that sent none for longest are dropped first. */
export const GRAPHQL_PERSISTED_BYTES = 16 * 1024 * 1024
/** Size of those of one account: about two hundred of usual length, at two bytes a character. */
export const GRAPHQL_PERSISTED_ACCOUNT_BYTES = 512 * 1024
/** Introspection queries a minute that a process answers to all callers without a key; each may take 30 ms. */
export const GRAPHQL_KEYLESS_PER_MINUTE = 120
