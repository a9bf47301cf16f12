import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { readMail, type ReadMail } from './read-mail'

/** An email that the server accepted. */
type TakenMail = ReadMail & { recipient: string; source: string }

/** A mail server on this machine that accepts all emails, unless a test sets a refusal. */
export type MailServer = {
  url: string
  port: number
  taken: TakenMail[]
  /** Sets the answer about a recipient: null accepts, otherwise the code and the words of the refusal. */
  refuse: (recipient: string, answer: { code: number; words: string } | null) => void
  /** Waits for `until` before it accepts or refuses a recipient. */
  hold: (until: Promise<void>) => void
  /** Resolves when recipients were named this many times in all. */
  arrivals: (times: number) => Promise<void>
  stop: () => Promise<void>
}

/** Opens a mail server that stores what it accepts. Port 0 is any free one. */
export const openMailServer = async (port = 0): Promise<MailServer> => {
  const taken: TakenMail[] = []
  const refusals = new Map<string, { code: number; words: string }>()
  let gate = Promise.resolve()
  let times = 0
  const waiting: { times: number; resolve: () => void }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, answer) => {
      times += 1
      for (const one of waiting) if (times >= one.times) one.resolve()
      const refusal = refusals.get(address)
      void gate.then(() =>
        answer(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null),
      )
    },
    onData: (stream, { envelope }, answer) => {
      const take = async () => {
        const source = await text(stream)
        for (const { address } of envelope.rcptTo) taken.push({ ...readMail(source), recipient: address, source })
      }
      take().then(() => answer(null), answer)
    },
  })
  server.on('error', () => {
    // A killed sender breaks its connection; the tests are about what it left undone.
  })
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const bound = listening.address()
  if (bound === null || typeof bound === 'string') throw new Error('the mail server listens on no port')
  return {
    url: `smtp://127.0.0.1:${bound.port}`,
    port: bound.port,
    taken,
    refuse: (recipient, answer) => {
      if (answer) refusals.set(recipient, answer)
      else refusals.delete(recipient)
    },
    hold: (until) => {
      gate = until
    },
    arrivals: async (number) => {
      if (times < number) await new Promise<void>((resolve) => waiting.push({ times: number, resolve }))
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
