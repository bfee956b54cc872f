import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, renderAndPackage } from '../../graphql/drive.ts'
import { openEvents, statesOf } from '../events/stream.ts'
import { create, EARLIER, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()
const authorization = `Bearer ${gateway.key}`

const NOW = ['1 queued', '2 encoding', '3 encoding', '4 rendering', '5 rendering', '6 packaging', '7 succeeded']
const THEN = ['1 queued', '2 rendering', '3 rendering', '4 rendering', '5 rendering', '6 encoding', '7 succeeded']

for (const [made, by] of [
  ['current', gateway],
  ['earlier', earlier],
] as const) {
  test(`a task of the ${made} form is streamed in both forms at once, each as requested`, async () => {
    const id = await create(by)
    const path = `/v1/videos/${id}/events`
    const streams = await Promise.all([
      openEvents(gateway, path, { authorization, ...EARLIER }),
      openEvents(gateway, path, { authorization }),
      openEvents(gateway, path, { authorization, ...EARLIER }),
    ])
    const first = await Promise.all(streams.map((stream) => stream.next()))
    await encode(gateway, id)
    await renderAndPackage(gateway, id)
    const shown = await Promise.all(streams.map((stream) => stream.rest()))
    const states = shown.map((events, index) => statesOf([first[index], ...events].filter((event) => !!event)))
    assert.deepEqual(states, [THEN, NOW, THEN])
    const last = JSON.parse(shown[0]?.at(-1)?.data ?? '')
    const { body } = await earlier.call('GET', `/v1/videos/${id}`)
    for (const { output } of [last, body]) output.video_uri = output.expires_at = null
    assert.deepEqual(last, body)
    assert.equal('use_context_ir' in JSON.parse(shown[1]?.at(-1)?.data ?? ''), true)
  })
}
