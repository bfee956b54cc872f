import type { Tx } from '../lib/sql.ts'

/** A transaction as pg-boss takes one. */
type Db = Pick<Tx, 'executeSql'>

/**
 * Has pg-boss send its statement, and settles as soon as that is on the wire, so that COMMIT can travel with it.
 * @param last takes what is still under way
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
