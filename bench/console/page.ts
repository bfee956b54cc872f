import type { Page } from 'playwright-core'

/** What the browser itself observed. */
export interface Measured {
  /** Milliseconds of each task of the main thread over 50 ms. */
  readonly longTasks: readonly number[]
  /** Milliseconds from each press, click or key to the next picture, rounded by the browser to 8. */
  readonly interactions: readonly number[]
}

/** Starts to observe long tasks and interactions. */
export async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longTasks: number[] = []
    const byInteraction = new Map<number, number>()
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration)
    }).observe({ type: 'longtask' })
    const events = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId = 0, duration } = entry as PerformanceEntry & { interactionId?: number }
        if (interactionId > 0)
          byInteraction.set(interactionId, Math.max(duration, byInteraction.get(interactionId) ?? 0))
      }
    })
    // Shorter ones than 16 ms are not reported; the percentiles are therefore those of the slower interactions.
    events.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    Object.assign(window, { longTasks, byInteraction })
  })
}

export function measured(page: Page): Promise<Measured> {
  return page.evaluate(() => {
    const { longTasks, byInteraction } = window as unknown as {
      longTasks: number[]
      byInteraction: Map<number, number>
    }
    return { longTasks, interactions: [...byInteraction.values()] }
  })
}
