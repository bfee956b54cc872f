/** Thrown by a writer that leaves an operation to graphql-js. One object, because a stack trace costs more than the rest. */
const GIVEN_UP = new Error('This operation needs graphql-js.')

export function giveUp(): never {
  throw GIVEN_UP
}
