/**
 * The port: returns a prompt that says the same and more. It stops when the signal fires and throws if it has no result. Every
 * result is checked (`check.ts`).
 */
export type Optimizer = (prompt: string, signal: AbortSignal) => Promise<string>
