import { describe, expect, test } from 'vitest'
import { deliveryFault, MAX_ATTEMPTS, pauseAfter } from '../../../../src/server/ground/mail/delivery-fault'

const fault = (more: object, message = 'No') => Object.assign(new Error(message), more)

describe('another attempt is', () => {
  test.each<[string, unknown, boolean]>([
    ['in vain: the recipient is refused for good', fault({ command: 'RCPT TO', permanent: true }), true],
    ['in vain: what it says is refused for good', fault({ command: 'DATA', permanent: true }), true],
    ['in vain: the address cannot be written', fault({ command: 'API' }), true],
    ['worth it: the recipient is deferred', fault({ command: 'RCPT TO', permanent: false }), false],
    ['worth it: our sender is refused', fault({ command: 'MAIL FROM', permanent: true }), false],
    ['worth it: we are not let in', fault({ command: 'AUTH PLAIN', permanent: true }), false],
    ['worth it: nobody answers', fault({ command: 'CONN', code: 'ESOCKET' }), false],
    ['worth it: the disk is full', fault({ code: 'ENOSPC' }), false],
    ['worth it: something else', 'gone', false],
  ])('%s', (_what, error, isFinal) => {
    expect(deliveryFault(error).isFinal).toBe(isFinal)
  })
})

test('is described in one short line', () => {
  const { reason: said } = deliveryFault(fault({}, `550 No such\r\n mailbox ${'x'.repeat(1000)}`))
  expect(said).toMatch(/^550 No such mailbox x+$/)
  expect(said).toHaveLength(300)
})

test('the pauses grow from a quarter of a minute to six hours, about twelve hours in all', () => {
  const pauses = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => pauseAfter(index + 1) / 1000)
  expect(pauses).toEqual([15, 60, 240, 960, 3840, 15_360, 21_600])
})
