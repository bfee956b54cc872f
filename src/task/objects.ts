/** What the key of every object of every task begins with. */
export const OBJECTS = 'tasks/'

/** What the keys of a task's objects begin with: the outputs of its stages and the finished files. */
export function objectsOf(taskId: string): string {
  return `${OBJECTS}${taskId}/`
}
