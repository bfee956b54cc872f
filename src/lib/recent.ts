/** How many of the last values are kept at least; at most twice as many. */
const KEPT = 16

/** Values that were made from the last few objects. A WeakMap costs more (docs/decisions/processes.md#values-kept-with-objects). */
export class Recent<Key extends object, Value extends object | string> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= KEPT) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
