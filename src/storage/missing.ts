/** Whether an error means a missing file; also if a parent is a file, or the name itself a folder. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

export function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
