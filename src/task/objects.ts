/** Prefix of the keys of all objects of all tasks. */
export const OBJECTS = 'tasks/'

/** Prefix of the keys of a task's objects: outputs of its stages and finished files. */
export function objectsOf(taskId: string): string {
  return `${OBJECTS}${taskId}/`
}
