import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { problemOfLinks } from '../../src/http/public-url.ts'

const isReported = (publicUrl: string, environment: NodeJS.ProcessEnv) =>
  problemOfLinks(publicUrl, readConfig(environment))?.includes(`${publicUrl},`) ?? false

test('links that name a listening address are reported while callers come from other machines', () => {
  const cases: [publicUrl: string, environment: NodeJS.ProcessEnv, isReported: boolean][] = [
    ['http://127.0.0.1:4000', {}, false],
    ['http://localhost:4000', { HOST: 'localhost' }, false],
    ['http://[::1]:4000', { HOST: '::1' }, false],
    ['http://127.0.0.1:4000', { HOST: '0.0.0.0' }, true],
    ['http://127.0.0.1:4000', { HOST: '::' }, true],
    ['http://127.0.0.1:4000', { HOST: '10.0.0.5' }, true],
    ['http://127.0.0.1:4000', { TRUST_PROXY: '1' }, true],
    ['http://0.0.0.0:4000', {}, true],
    ['http://[::]:4000', { HOST: '::' }, true],
    ['http://10.0.0.5:4000', { HOST: '10.0.0.5' }, false],
    ['https://video.example.com/studio', { HOST: '0.0.0.0', TRUST_PROXY: '1' }, false],
  ]
  for (const [publicUrl, environment, expected] of cases) {
    assert.equal(isReported(publicUrl, environment), expected, `${publicUrl} ${JSON.stringify(environment)}`)
  }
})
