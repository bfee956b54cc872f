import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'
import { clientAddresses } from '../../src/lib/client-address.ts'

const under = (text: string | undefined) => clientAddresses(readConfig(text ? { TRUST_PROXY: text } : {}).trustProxy)

test('without trusted proxies X-Forwarded-For is ignored', () => {
  assert.equal(under(undefined)('192.0.2.9', '198.51.100.1'), '192.0.2.9')
  assert.equal(under('10.0.0.0/8')('192.0.2.9', '198.51.100.1'), '192.0.2.9')
})

test('addresses are read from the right, up to the first that is not a trusted proxy', () => {
  const clientOf = under('10.1.2.3/8, 192.0.2.7, 2001:db8::/32')
  const cases = [
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    ['10.0.0.1', '198.51.100.1,192.0.2.7 , 10.9.9.9', '198.51.100.1'],
    ['::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['2001:db8::5', '[2001:db9::1]:4711', '2001:db9::1'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    // All are trusted: a client in the trusted network.
    ['10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    // The client's own part is not read.
    ['10.0.0.1', 'nonsense, 198.51.100.1', '198.51.100.1'],
  ] as const
  for (const [peer, header, client] of cases) assert.equal(clientOf(peer, header), client, `${peer} ${header}`)
})

test('a header that is malformed where it is read counts as absent', () => {
  const clientOf = under('10.0.0.0/8')
  for (const header of ['', ' ', 'nonsense', '198.51.100.1, unknown', '198.51.100.1,', '1.2.3', '1.2.3.4:x', '[::1']) {
    assert.equal(clientOf('10.0.0.1', header), '10.0.0.1', header)
  }
})

test('a number of proxies takes the client from that many places from the right', () => {
  assert.equal(under('1')('203.0.113.5', '192.0.2.1, 198.51.100.1'), '198.51.100.1')
  assert.equal(under('2')('203.0.113.5', '192.0.2.1, 198.51.100.1'), '192.0.2.1')
  assert.equal(under('16')('203.0.113.5', '192.0.2.1, 198.51.100.1'), '192.0.2.1')
})

test('a TRUST_PROXY that is neither a number nor networks is refused', () => {
  for (const text of [
    '0',
    '17',
    '-1',
    '1,2',
    'loopback',
    '10.0.0.0/33',
    '10.0.0',
    '::1/129',
    ',',
    '10.0.0.0/8;10.1.0.0/16',
  ]) {
    assert.throws(
      () => under(text),
      (error: unknown) => error instanceof ConfigError && error.message.includes('TRUST_PROXY: must be the number'),
      text,
    )
  }
})
