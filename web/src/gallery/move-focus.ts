/** Arrow keys move between cards by where they lie. @returns whether the focus went anywhere */
export function moveFocus(list: HTMLElement, key: string): boolean {
  const cards = [...list.querySelectorAll<HTMLElement>('article > div > :is(button, input)')]
  const here = document.activeElement
  if (!(here instanceof HTMLElement) || !cards.includes(here)) return false
  const next = nearest(here, cards, key)
  next?.focus()
  return next !== undefined
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The closest card in the direction; what lies aside of the way counts three times. */
function nearest(here: HTMLElement, cards: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const step = STEPS[key]
  if (!step) return undefined
  const from = middleOf(here)
  const costOf = (card: HTMLElement) => {
    const to = middleOf(card)
    const [x, y] = [to.x - from.x, to.y - from.y]
    const along = x * step[0] + y * step[1]
    const aside = Math.abs(x * step[1]) + Math.abs(y * step[0])
    return along > 8 ? along + aside * 3 : Number.POSITIVE_INFINITY
  }
  const [best] = cards.map((card) => [costOf(card), card] as const).sort(([one], [other]) => one - other)
  return best && Number.isFinite(best[0]) ? best[1] : undefined
}

function middleOf(element: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
