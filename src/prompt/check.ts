import { codePoints, isBlank, isCleanText } from '../lib/text.ts'
import { PROMPT_MAX } from '../limits.ts'
import { markersOf } from '../media/markers.ts'

/** An optimised prompt that cannot be used; the message is for the log. */
export class UnusablePrompt extends Error {}

/**
 * An optimised prompt is used unchanged in a create (spec 4.12), so it must fit a create's limits. It must have each marker of the
 * original at least once, and no others (docs/rules/create.md#prompt-optimisation).
 * @throws UnusablePrompt
 */
export function assertUsable(original: string, optimised: string): void {
  if (isBlank(optimised)) throw new UnusablePrompt('the optimised prompt is empty')
  if (!isCleanText(optimised)) throw new UnusablePrompt('the optimised prompt contains forbidden characters')
  if (codePoints(optimised) > PROMPT_MAX) throw new UnusablePrompt('the optimised prompt is too long')
  const asked = markerTexts(original)
  const given = markerTexts(optimised)
  if (asked.difference(given).size > 0) throw new UnusablePrompt('the optimised prompt lost a marker')
  if (given.difference(asked).size > 0)
    throw new UnusablePrompt('the optimised prompt refers to material that the prompt does not')
}

function markerTexts(prompt: string): Set<string> {
  return new Set(markersOf(prompt).map(({ text }) => text))
}
