import type { Config } from '../config.ts'
import { createChatOptimizer } from './chat.ts'
import { rewritePrompt } from './rules.ts'

/**
 * The port: a prompt that says the same and more. It stops when the signal fires, and throws when it has nothing to give; its
 * answer is judged by the room (`check.ts`), whoever gave it.
 */
export type Optimizer = (prompt: string, signal: AbortSignal) => Promise<string>

/** The embedded rules, or a chat model where one is configured. */
export function createOptimizer({ promptOptimizer }: Pick<Config, 'promptOptimizer'>): Optimizer {
  return promptOptimizer ? createChatOptimizer(promptOptimizer) : async (prompt) => rewritePrompt(prompt)
}
