import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ws from 'ws'
import { frameOf } from '../../src/http/text-frame.ts'

// Its types leave it out.
const { Sender } = ws as unknown as { readonly Sender: { frame(data: Buffer, options: object): Buffer[] } }

const OPTIONS = { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false }

test('an ASCII message has the bytes of the frame that ws would send', () => {
  for (const length of [0, 1, 125, 126, 127, 255, 256, 65_535]) {
    const text = '{'.repeat(length)
    const expected = Buffer.concat(Sender.frame(Buffer.from(text), OPTIONS))
    assert.deepEqual(Buffer.from(frameOf(text) ?? '', 'latin1'), expected, String(length))
  }
})

test('a message with other characters, or a longer one, is left to ws', () => {
  for (const text of ['é', 'a\u0080', '视频', '\ud800', 'x'.repeat(65_536)]) assert.equal(frameOf(text), null)
})
