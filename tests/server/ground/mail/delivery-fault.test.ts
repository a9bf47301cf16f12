import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { deliveryFault, MAX_ATTEMPTS, pauseAfter } from '../../../../src/server/ground/mail/delivery-fault'
import { mailTransport } from '../../../../src/server/ground/mail/mail-transport'

const fault = (more: object, message = 'No') => Object.assign(new Error(message), more)

describe('another attempt is', () => {
  test.each<[string, unknown, boolean]>([
    ['in vain: the recipient is refused for good', fault({ command: 'RCPT TO', permanent: true }), true],
    ['in vain: what it says is refused for good', fault({ command: 'DATA', permanent: true }), true],
    ['in vain: the address cannot be written', fault({ command: 'API', code: 'EENVELOPE' }), true],
    ['in vain: there is nothing to send', fault({ command: 'API', code: 'EMESSAGE' }), true],
    ['worth it: our password is missing', fault({ command: 'API', code: 'EAUTH' }), false],
    ['worth it: the connection was lost before the email', fault({ command: 'API', code: 'ECONNECTION' }), false],
    ['worth it: a file could not be read', fault({ command: 'API', code: 'ESTREAM' }), false],
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

test('a user without a password in SMTP_URL fails no email for good: the settings can be corrected', async () => {
  const server = new SMTPServer({ disabledCommands: ['STARTTLS'], logger: false })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const bound = listening.address()
  const port = bound === null || typeof bound === 'string' ? 0 : bound.port
  const transport = mailTransport({
    smtp_url: `smtp://portal@127.0.0.1:${port}`,
    mail_from: null,
    data_dir: '',
    public_url: 'http://localhost',
    service_name: 'Equipoise',
  })
  const to = { name: 'Nurse', address: 'nurse@example.org' }
  const mail = { id: 1, to, subject: '', text: '', html: '', attachments: [], at: '2026-11-21T05:03:00.000Z' }
  const refused: unknown = await transport.send(mail).catch((error: unknown) => error)
  transport.close()
  await new Promise<void>((resolve) => server.close(resolve))
  const { reason, isFinal } = deliveryFault(refused)
  expect([reason, isFinal]).toEqual([expect.stringContaining('Missing credentials'), false])
})

test('is described in one short line', () => {
  const { reason: said } = deliveryFault(fault({}, `550 No such\r\n mailbox ${'x'.repeat(1000)}`))
  expect(said).toMatch(/^550 No such mailbox x+$/)
  expect(said).toHaveLength(300)
})

test('the pauses grow from a quarter of a minute to six hours, and last longer than a long weekend in all', () => {
  const pauses = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => pauseAfter(index + 1) / 1000)
  expect(pauses.slice(0, 8)).toEqual([15, 60, 240, 960, 3840, 15_360, 21_600, 21_600])
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(4 * 24 * 60 * 60)
})
