import { createHash, webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkCode, type CodeVerdict } from '../../../../../src/client/subjects/study-packs/dispense/code-check'

const salt = '00ff7a3b9c21d4e8'
const check = { salt, hash: createHash('sha256').update(salt).update('042').digest('hex') }
const { subtle } = webcrypto

describe('three digits', () => {
  test.each<[string, CodeVerdict, Parameters<typeof checkCode>]>([
    ['of the pack are right', 'right', ['042', check, subtle]],
    ['of another pack are wrong', 'wrong', ['043', check, subtle]],
    ['in another order are wrong', 'wrong', ['420', check, subtle]],
    ['with the salt of another pack are wrong', 'wrong', ['042', { ...check, salt: 'aa' }, subtle]],
    ['that nothing is kept of are not passed', 'not_checkable', ['042', undefined, subtle]],
    [
      'are not passed where the browser fails to hash',
      'not_checkable',
      ['042', check, { digest: () => Promise.reject(new Error('no memory')) }],
    ],
  ])('%s', async (_, verdict, input) => {
    expect(await checkCode(...input)).toBe(verdict)
  })
})
