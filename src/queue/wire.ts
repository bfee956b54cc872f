import type { Tx } from '../lib/sql.ts'

/** A transaction in the form that pg-boss accepts. */
type Db = Pick<Tx, 'executeSql'>

/**
 * Lets pg-boss send its statement and settles as soon as it is sent, so that COMMIT can follow without a round trip.
 * @param last receives the pending result
 */
export function onWire(
  tx: Tx,
  send: (db: Db) => Promise<unknown>,
  last: (sent: Promise<unknown>) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const db: Db = {
      executeSql(text, values) {
        const result = tx.executeSql(text, values)
        resolve()
        return result
      },
    }
    const sent = send(db)
    last(sent)
    sent.then(() => resolve(), reject)
  })
}
