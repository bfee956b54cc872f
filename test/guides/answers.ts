/** Shown answers, and real ones. */

/** The JSON objects in an output, in order, whatever is between them. */
export function objectsIn(output: string): unknown[] {
  const objects: unknown[] = []
  let [start, depth] = [0, 0]
  // Strings are skipped whole, so that their braces do not count.
  for (const { 0: token, index } of output.matchAll(/[{}]|"(?:[^"\\\n]|\\.)*"/g)) {
    if (token === '{' && depth++ === 0) start = index
    if (token !== '}' || depth === 0 || --depth > 0) continue
    try {
      objects.push(JSON.parse(output.slice(start, index + 1)))
    } catch {
      // Braces of something else.
    }
  }
  return objects
}

const LEFT_OUT = '…'

/** A JSON block written for people: `…` among members or items means that some are omitted. */
export function parseShown(text: string): unknown {
  const open: string[] = []
  const whole = text.replace(/"(?:[^"\\]|\\.)*"|[{}[\]…]/g, (token) => {
    if (token === '{' || token === '[') open.push(token)
    else if (token === '}' || token === ']') open.pop()
    else if (token === LEFT_OUT) return open.at(-1) === '{' ? `"${LEFT_OUT}": null` : `"${LEFT_OUT}"`
    return token
  })
  return JSON.parse(whole)
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Whether an answer matches the shown one: the same values, but any text for `…`, and any time for a time. */
export function fits(shown: unknown, answer: unknown): boolean {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer)) return false
    const items = shown.filter((item) => item !== LEFT_OUT)
    if (items.length === shown.length && items.length !== answer.length) return false
    return items.every((item, index) => index < answer.length && fits(item, answer[index]))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return false
    const { [LEFT_OUT]: leftOut, ...members } = shown as Record<string, unknown>
    const names = Object.keys(members)
    if (leftOut === undefined && names.length !== Object.keys(answer).length) return false
    return names.every((name) => name in answer && fits(members[name], (answer as Record<string, unknown>)[name]))
  }
  if (typeof shown !== 'string' || typeof answer !== 'string') return shown === answer
  if (TIME.test(shown)) return TIME.test(answer)
  const pattern = shown.split(LEFT_OUT).map(escaped).join('.*')
  return new RegExp(`^${pattern}$`, 's').test(answer)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
