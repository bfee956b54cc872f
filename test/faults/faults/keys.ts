import type { Fault } from '../fault.ts'

const LISTED = ['test/rest/api-keys/200-listed.test.ts']
const CREATED = ['test/rest/api-keys/201-created.test.ts']
const REVOKED = ['test/rest/api-keys/200-revoked.test.ts']
const REFUSED = ['test/rest/post-videos/401-403-key.test.ts']

/** 4.13 and 5: keys, and what a request must show. */
export const KEYS: readonly Fault[] = [
  {
    rule: '4.13.1',
    file: 'src/key/record.ts',
    find: "if (revokedAt) return 'revoked'",
    replace: '',
    tests: LISTED,
    why: 'a revoked key is shown as active',
  },
  {
    rule: '4.13.1',
    file: 'src/key/list.ts',
    find: 'from api_key\n      where account_id = $1 and (created_at, id)',
    replace: 'from api_key\n      where $1::text is not null and (created_at, id)',
    tests: LISTED,
    why: 'other accounts’ keys are listed',
  },
  {
    rule: '4.13.2',
    file: 'src/http/rest/routes/keys.ts',
    find: 'key: secret }), headers)',
    replace: 'key: secret && record.redacted }), headers)',
    tests: CREATED,
    why: 'the plaintext is in no answer',
  },
  {
    rule: '4.13.2',
    file: 'src/key/create.ts',
    find: 'hash: secretHash(secret), redacted: redact(secret) }',
    replace: 'hash: secretHash(secret), redacted: secret }',
    tests: CREATED,
    why: 'the plaintext is in every answer',
  },
  {
    rule: '4.13.3',
    file: 'src/key/revoke.ts',
    find: ' and revoked_at is null',
    replace: '',
    tests: REVOKED,
    why: 'a second revocation changes the time of the first',
  },
  {
    rule: '4.13.3',
    file: 'src/key/holds.ts',
    find: "if (key.revoked_at) return new DomainError('api_key_revoked', 'This API key was revoked.')",
    replace: '',
    tests: REVOKED,
    why: 'a revoked key opens its account',
  },
  {
    rule: '4.13.3',
    file: 'src/key/revoke.ts',
    find: '  forgetKeys(pool, caller.accountId)\n',
    replace: '',
    tests: ['test/flow/key-changes.test.ts'],
    why: 'the revoking gateway accepts a revoked key',
  },
  {
    rule: '5.1',
    file: 'src/key/verify.ts',
    find: '/^Bearer +(\\S+)$/i',
    replace: '/^(?:Bearer +)?(\\S+)$/i',
    tests: REFUSED,
    why: 'a key without Bearer is accepted',
  },
  {
    rule: '5.1',
    file: 'src/http/graphql/request.ts',
    find: "if ('refusal' in judged && !isIntrospection(params.query, params.operationName)) throw judged.refusal",
    replace: '',
    tests: ['test/graphql/refusals.test.ts'],
    why: 'GraphQL runs without a key',
  },
  {
    rule: '5.2',
    file: 'src/key/secret.ts',
    find: "return hash('sha256', secret, 'buffer')",
    replace: "return Buffer.from(secret, 'latin1').reverse()",
    tests: CREATED,
    why: 'a key is stored in readable form',
  },
]
