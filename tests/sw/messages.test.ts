import { describe, expect, test } from 'vitest'
import { readPageMessage } from '../../src/offline/messages'

describe('readPageMessage', () => {
  test.each([[undefined], [null], ['SKIP_WAITING'], [{}], [{ type: 'CLAIM' }], [{ type: 1 }], [['SKIP_WAITING']]])(
    '%j is not a message of ours',
    (data) => {
      expect(readPageMessage(data)).toBeUndefined()
    },
  )

  test('the consent to a new version, whatever else comes with it', () => {
    expect(readPageMessage({ type: 'SKIP_WAITING', meta: 'x' })).toEqual({ type: 'SKIP_WAITING' })
  })
})
