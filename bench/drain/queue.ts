/** The queue of the bare loop. */
export const QUEUE = 'bench'
