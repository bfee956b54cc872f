import { setTimeout as pause } from 'node:timers/promises'
import { coalesced, startLoop } from '../lib/loop.ts'
import { probes } from '../lib/probe.ts'
import { inOneFlight } from '../lib/sql.ts'
import { begin, contextOf, failActive, inSpan, isTracing, note } from '../lib/trace.ts'
import { WEBHOOK_LOOP, WEBHOOK_TIMEOUT_MS } from '../limits.ts'
import { CHANNELS } from '../queue/hints.ts'
import type { Resources } from '../resources.ts'
import { type Claim, claimDue } from './claim.ts'
import { type BodyOf, contentOf, eventOf, type WebhookEvent } from './content.ts'
import { eventIdOf } from './deliveries.ts'
import { createHosts } from './hosts.ts'
import { currentSecret } from './secret.ts'
import { type Answer, createSender, type Sender } from './send.ts'
import { judgeTry, type Outcome, settleTries } from './settle.ts'
import { signedHeaders, signingKey } from './sign.ts'

export interface Delivering {
  /** Stops claiming, waits briefly for running tries and stores their results. */
  close(): Promise<void>
}

type Needs = Pick<Resources, 'pool' | 'log' | 'config' | 'listener'>

/**
 * Sends due webhooks, in every gateway: claims rows, sends, and stores the results. Only the row decides when it is
 * tried next; a gateway that is killed leaves a lease that lapses, and the event goes out again under the same id.
 * @param bodyOf builds the event's data from a row of `task`
 */
export function startDelivering(needs: Needs, bodyOf: BodyOf): Delivering {
  const { pool, log, config } = needs
  const sender = createSender(config.webhook, WEBHOOK_TIMEOUT_MS)
  // Tries end one by one, and every end of a task sends a hint, with a webhook or without.
  const freed = coalesced(() => loop.wake(), WEBHOOK_LOOP.gatherMs)
  const hosts = createHosts(freed.wake)
  let outcomes: Outcome[] = []
  let after = ''

  /** @returns whether there was no answer */
  const deliver = async (claim: Claim): Promise<boolean> => {
    const at = new Date()
    try {
      const answer = await send(needs, sender, claim, eventOf(claim.about, bodyOf))
      const outcome = judgeTry(claim, answer, at)
      outcomes.push(outcome)
      if (probes.webhookTry.hasSubscribers) probes.webhookTry.publish({ outcome: outcome.status })
      noteTry(outcome, answer)
      return answer.hung
    } catch (error) {
      log.error({ err: error, delivery: claim.id }, 'a webhook was not delivered; trying again later')
      return false
    }
  }

  /** One round trip: stores results of tries and claims new ones. @returns whether there are more hosts to check */
  const exchange = async (): Promise<boolean> => {
    const settled = outcomes
    outcomes = []
    try {
      const [locked, { claims, next }] = await inOneFlight(pool, (tx) =>
        Promise.all([settleTries(tx, settled), claimDue(tx, hosts, after)]),
      )
      outcomes.push(...locked)
      for (const claim of claims) hosts.add(claim.host, () => inTrace(claim, deliver))
      after = next ?? ''
      return next !== null
    } catch (error) {
      // Stored again. If the first attempt succeeded after all, their leases are over.
      outcomes = [...settled, ...outcomes]
      throw error
    }
  }

  /** One pass over all hosts, from where the last pass ran out of room. */
  const loop = startLoop('webhooks', WEBHOOK_LOOP.idleMs, log, async () => {
    for (const start of after === '' ? [''] : [after, '']) {
      after = start
      for (let more = true; more && hosts.free() > 0; ) more = await exchange()
      if (hosts.free() === 0) return
    }
  })
  const hint = coalesced(loop.wake, WEBHOOK_LOOP.hintedMs)
  const stopListening = needs.listener.on(CHANNELS.webhooks, hint.wake)

  return {
    async close() {
      stopListening()
      hint.close()
      freed.close()
      await loop.close()
      await Promise.race([hosts.close(), pause(WEBHOOK_LOOP.stopMs, null, { ref: false })])
      // If the results cannot be stored now, another gateway repeats the tries.
      await inOneFlight(pool, (tx) => settleTries(tx, outcomes)).catch((error: unknown) => {
        log.warn({ err: error }, 'could not store the results of webhooks')
      })
      await sender.close()
    },
  }
}

/** Makes a try as a span of its task's trace. A try of an account's event begins a trace. */
function inTrace(claim: Claim, deliver: (claim: Claim) => Promise<boolean>): Promise<boolean> {
  if (!isTracing()) return deliver(claim)
  const { id, traceparent } = 'task' in claim.about ? claim.about.task : {}
  const attributes = {
    ...(id ? { 'vidgate.task.id': String(id) } : {}),
    'vidgate.delivery.id': claim.id,
    'vidgate.webhook.try': claim.tries + 1,
  }
  const span = begin('webhook', { attributes }, contextOf(traceparent ? { traceparent } : null))
  return span ? inSpan(span, () => deliver(claim)) : deliver(claim)
}

function noteTry({ status }: Outcome, answer: Answer): void {
  note('vidgate.outcome', status)
  if (answer.error !== null) failActive(answer.hung ? 'timeout' : String(answer.status ?? 'no_answer'))
}

async function send({ pool }: Needs, sender: Sender, claim: Claim, event: WebhookEvent): Promise<Answer> {
  const { id, url, accountId } = claim
  const keys = claim.keys.length > 0 ? claim.keys : [signingKey((await currentSecret(pool, accountId)).secret)]
  const eventId = eventIdOf(id)
  const body = contentOf(eventId, event)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'vidgate-webhooks',
    ...signedHeaders(eventId, body, keys),
  }
  return sender.send(url, headers, body)
}
