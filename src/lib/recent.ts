/** Values that were made from the last few objects. A WeakMap costs more (docs/decisions/processes.md#values-kept-with-objects). */
export class Recent<Key extends object, Value extends object> {
  readonly #max: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  /** @param max the last so many are kept, and up to as many older ones */
  constructor(max: number) {
    this.#max = max
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
