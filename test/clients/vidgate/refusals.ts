import assert from 'node:assert/strict'
import { VidgateError } from '../../../packages/client/src/index.ts'

/** The error of a call that is refused. */
export async function refusalOf(call: Promise<unknown>): Promise<VidgateError> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof VidgateError, String(error))
  return error
}
