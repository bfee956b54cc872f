import type { Gateway } from '../support/gateway.ts'

/** Metrics of a gateway; memory in MB. */
export async function figuresOf({ port }: Gateway): Promise<{ subscriptions: number; memory: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    subscriptions: figure('vidgate_open_subscriptions'),
    memory: figure('process_resident_memory_bytes') / 2 ** 20,
  }
}
