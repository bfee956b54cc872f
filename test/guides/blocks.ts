import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'

export const KINDS = ['sh', 'js', 'graphql', 'json'] as const

/** A fenced block of a document. */
export interface Block {
  readonly kind: (typeof KINDS)[number]
  readonly text: string
  /** `README.md:52 sh`: its position and kind. */
  readonly name: string
}

/**
 * The fenced blocks of a document, in order; with `parts`, only those under these headings.
 * @throws AssertionError for a block of another kind, one that does not end, and a missing part
 */
export function blocksOf(path: string, parts: readonly string[] | null = null): Block[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  const blocks: Block[] = []
  const seen = new Set<string>()
  let heading = ''
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? ''
    heading = /^#+ (.+)$/.exec(text)?.[1] ?? heading
    seen.add(heading)
    const [, indent = '', fence, word = ''] = /^(\s*)(```+|~~~+)\s*(\S*)/.exec(text) ?? []
    if (fence === undefined) continue
    const start = line + 1
    const end = lines.indexOf(indent + fence, start)
    assert.ok(end > 0, `${path}:${start}: the block does not end`)
    line = end
    if (parts && !parts.includes(heading)) continue
    const kind = KINDS.find((each) => each === word)
    assert.ok(kind, `${path}:${start}: there is no runner for blocks of kind "${word}"`)
    const inside = lines.slice(start, end).map((each) => each.slice(indent.length))
    blocks.push({ kind, text: inside.join('\n'), name: `${path}:${start} ${kind}` })
  }
  for (const part of parts ?? []) assert.ok(seen.has(part), `${path} has no part "${part}"`)
  return blocks
}
