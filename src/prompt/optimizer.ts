import type { Config } from '../config.ts'
import { createChatOptimizer } from './chat.ts'
import { rewritePrompt } from './rules.ts'

/**
 * The port: returns a prompt that says the same and more. It stops when the signal fires and throws if it has no result. Every
 * result is checked (`check.ts`).
 */
export type Optimizer = (prompt: string, signal: AbortSignal) => Promise<string>

/** The embedded rules, or the configured chat model. */
export function createOptimizer({ promptOptimizer }: Pick<Config, 'promptOptimizer'>): Optimizer {
  return promptOptimizer ? createChatOptimizer(promptOptimizer) : async (prompt) => rewritePrompt(prompt)
}
