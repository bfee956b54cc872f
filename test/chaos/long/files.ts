/**
 * Loops of hundreds of rounds and generated runs of thousands: only the number of rounds matters, so they may run
 * concurrently.
 */
export const LOOPS: readonly string[] = [
  'test/engines/comfyui.test.ts',
  'test/flow/cancel.test.ts',
  'test/flow/generated-creates.test.ts',
  'test/flow/generated-uploads.test.ts',
  'test/credit/model.test.ts',
  'test/media/mutations.test.ts',
  'test/push/feed.test.ts',
  'test/rest/content/200-at-once.test.ts',
  'test/rest/files/413-too-large.test.ts',
  'test/rest/earlier-form/queue-timeout.test.ts',
  'test/rest/openapi/generated.test.ts',
  'test/socket/cycles.test.ts',
  'test/stage/longest-wait.test.ts',
  'test/workers/dispatch/order.test.ts',
  'test/workers/dispatch/plans.test.ts',
]

/** Checks that only measure. The suite's pattern does not find these files. */
export const CHECKS: readonly string[] = ['test/chaos/long/hedging.check.ts']

/**
 * Tests with exact limits of time and memory here. In the suite the limits are loose, so that load cannot break them.
 */
export const BOUNDS: readonly string[] = [
  'test/admin/accounts.test.ts',
  'test/admin/admin-graphql.test.ts',
  'test/admin/metrics.test.ts',
  'test/engines/lightx2v-render.test.ts',
  'test/flow/revoked.test.ts',
  'test/flow/takeover.test.ts',
  'test/rest/files/memory.test.ts',
  'test/socket/connection.test.ts',
  'test/workers/dispatch/hedging.test.ts',
  'test/workers/engine/bad-material.test.ts',
  'test/workers/engine/child.test.ts',
  'test/workers/engines/contract.test.ts',
  'test/workers/engines/openai-video.test.ts',
  'test/workers/liveness/killed.test.ts',
  'test/workers/liveness/stopped.test.ts',
  'test/workers/stop-on-cancel.test.ts',
]
