import { describe, expect, test } from 'vitest'
import { pageMessageTypes, readPageMessage, readWorkerMessage } from '../../src/offline/messages'

const LATE = {
  type: 'LATE',
  owner: '4',
  scope: '/api/v1/trials?',
  status: 200,
  headers: [['Content-Type', 'application/json']],
  body: new ArrayBuffer(2),
}

describe('readPageMessage', () => {
  test.each([[undefined], [null], ['SKIP_WAITING'], [{}], [{ type: 'CLAIM' }], [{ type: 1 }], [['SKIP_WAITING']]])(
    '%j is not a message of ours',
    (data) => {
      expect(readPageMessage(data)).toBeUndefined()
    },
  )

  test.each(pageMessageTypes)('%s is one, whatever else comes with it', (type) => {
    expect(readPageMessage({ type, meta: 'x' })).toEqual({ type })
  })
})

describe('readWorkerMessage', () => {
  test.each([
    [LATE],
    [{ type: 'UNKEPT', words: 'QuotaExceededError' }],
    [{ type: 'VERSION', version: '2.11.7' }],
    [{ type: 'WAKE' }],
  ])('%j is one', (message) => {
    expect(readWorkerMessage({ ...message, meta: 'x' })).toEqual(message)
  })

  test.each([
    [null],
    ['LATE'],
    [{ type: 'LATE' }],
    [{ ...LATE, body: 'text' }],
    [{ type: 'FRESHER', scope: '/api/v1/trials?' }],
    [{ type: 'VERSION', version: 2 }],
    [{ type: 'RELOAD' }],
  ])('%j is none', (data) => {
    expect(readWorkerMessage(data)).toBeUndefined()
  })
})
