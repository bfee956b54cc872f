/** Nothing of this name; also where a folder on the way is a file, or the name itself is a folder's. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

export function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
