import type { Plugin, Rolldown } from 'vite'

/**
 * Puts the modules that the first page needs into one file: two dozen small ones would be larger together, and a request each.
 * The modules of parts that load later stay apart.
 */
export function firstPage(): Plugin {
  const first = new Set<string>()
  const output: Rolldown.OutputOptions = {
    codeSplitting: { groups: [{ name: 'first', test: (id) => first.has(id) }] },
  }
  return {
    name: 'first-page',
    apply: 'build',
    // Its size has a test (test/browser/console/console.test.ts).
    config: () => ({ build: { rolldownOptions: { output }, chunkSizeWarningLimit: 1000 } }),
    buildStart: () => first.clear(),
    buildEnd() {
      const open = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry)
      for (const id of open) {
        if (first.has(id)) continue
        first.add(id)
        open.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}
