import { accepted, refused } from '#domain/outcome'
import { pino } from 'pino'
import { createApp } from '../../../src/server/start/app'
import type { ServerContext } from '../../../src/server/use-cases/call/server-context'
import { isDatabaseAway, CommitOutcomeUnknown } from '../../../src/server/ground/db/database-away'
import type { SessionTokens } from '../../../src/server/ground/sessions/session-tokens'
import { createSessionReader } from '../../../src/server/ground/sessions/session-reader'
import type { Base } from './base'
import type { Chance } from './chance'
import type { MemoryDatabase } from './memory-database'
import type { VirtualTime } from './virtual-time'

/** A request or an answer in transit. */
export type Message = { url: string; method: string; headers: [string, string][]; body: string }
export type AnswerMessage = { status: number; headers: [string, string][]; body: string }

/** One process of the server: the whole server above the sessions of its database. */
export type ServerProcess = {
  isAlive: () => boolean
  /** Resolves when it has ended. */
  ended: Promise<void>
  /** Never resolves if the process ends before it has answered. */
  answer: (message: Message) => Promise<AnswerMessage>
  /** Ends the process at once, wherever it is. Its transactions are rolled back. */
  kill: () => void
}

type Dependencies = {
  name: string
  base: Base
  database: MemoryDatabase
  time: VirtualTime
  chance: Chance
  /** Called with each error that the server reports as its own defect. */
  onDefect: (error: unknown) => void
}

export const startProcess = ({ name, base, database, time, chance, onDefect }: Dependencies): ServerProcess => {
  let isAlive = true
  const ends: (() => void)[] = []
  const user = { name, isAlive: () => isAlive, onDeath: (end: () => void) => void ends.push(end) }
  const opened = database.openFor(user)
  const context: ServerContext = {
    ...base.context,
    database: opened,
    now: () => new Date(time.now()).toISOString(),
    wait: time.pause,
    randomBytes: (length) => chance.bytes(`${name} bytes`, length),
    log: logTo(onDefect),
    tokens: SIMPLE_TOKENS,
    readSession: createSessionReader(opened.queries),
    mail: null,
    client: null,
  }
  const app = createApp(context)
  return {
    isAlive: () => isAlive,
    ended: new Promise((resolve) => void ends.push(resolve)),
    answer: async ({ url, method, headers, body }) => {
      const init = method === 'GET' ? { method, headers } : { method, headers, body }
      const response = await app.fetch(new Request(url, init))
      const text = await response.text()
      if (!isAlive) return new Promise(() => {})
      return { status: response.status, headers: [...response.headers], body: text }
    },
    kill: () => {
      isAlive = false
      for (const end of ends.splice(0)) end()
    },
  }
}

/** Only errors that concern the server itself; an unavailable database is ordinary here. */
const logTo = (onDefect: (error: unknown) => void) =>
  pino({
    level: 'error',
    hooks: {
      logMethod: ([logged]) => {
        const error: unknown = typeof logged === 'object' && logged !== null && 'error' in logged ? logged.error : null
        // The log line of a request has no error.
        if (error === null || error === undefined) return
        if (!(error instanceof CommitOutcomeUnknown) && !isDatabaseAway(error)) onDefect(error)
      },
    },
  })

/** The lifetime of the tokens of histories: longer than any history. */
const LIFE_SECONDS = 24 * 60 * 60

/** An unsigned token: signing and verifying use threads, which do not follow virtual time. */
export const tokenOf = (userId: number, sessionId: string, now: number): string => {
  const iat = Math.floor(now / 1000)
  const claims = { sub: String(userId), sid: sessionId, auth_time: iat, iat, exp: iat + LIFE_SECONDS }
  return `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`
}

const SIMPLE_TOKENS: SessionTokens = {
  refreshKeys: async () => {},
  issue: () => Promise.reject(new Error('nobody signs in through the server here')),
  read: async (token) => {
    const [, claims] = token.split('.')
    return claims === undefined
      ? refused('token_invalid')
      : accepted(JSON.parse(Buffer.from(claims, 'base64url').toString()))
  },
  renew: async () => null,
  goodUntil: (_, at) => at,
}
