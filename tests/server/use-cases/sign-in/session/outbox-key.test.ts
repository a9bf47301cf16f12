import { getOutboxKey } from '#contract/session'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxKey } from '../../../../../src/server/ground/secrets/outbox-key'
import { ask } from '../../../../support/ask'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs } from '../../../../support/sign-in'

/* The key under which a person's devices seal their unsent actions. */

const lines: string[] = []
let world: TestPortal
beforeAll(async () => {
  world = await testPortal({
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  })
})
afterAll(async () => world.stop())

const keyOf = async (key: 'nurse' | 'monitor') => {
  const { status, value } = await ask(await signedInAs(world, key), getOutboxKey.response, getOutboxKey.path)
  expect(status).toBe(200)
  return value?.key ?? ''
}

describe('the key of a person’s outbox', () => {
  it('is the same at each sign-in of that person, and differs for anybody else', async () => {
    const [first, second, another] = [await keyOf('nurse'), await keyOf('nurse'), await keyOf('monitor')]
    expect(first).toBe(second)
    expect(another).not.toBe(first)
    expect([first, another].map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32])
  })

  it('differs at another instance and under another seed key', () => {
    const [here, there] = ['https://a.example.org', 'https://b.example.org']
    const seedKey = new Uint8Array(32).fill(7)
    const keys = [
      outboxKey(seedKey, { public_url: here, user_id: 1 }),
      outboxKey(seedKey, { public_url: there, user_id: 1 }),
      outboxKey(seedKey, { public_url: here, user_id: 11 }),
      outboxKey(new Uint8Array(32).fill(8), { public_url: here, user_id: 1 }),
    ].map((key) => Buffer.from(key).toString('hex'))
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is refused without a session, and in one that has ended', async () => {
    const anybody = await fetch(`${world.url}/api/v1/${getOutboxKey.path}`)
    expect(anybody.status).toBe(401)
    const nurse = await signedInAs(world, 'nurse')
    await nurse.fetch('auth/logout', { method: 'POST' })
    const { status, problem } = await ask(nurse, getOutboxKey.response, getOutboxKey.path)
    expect([status, problem?.code]).toEqual([401, 'token_revoked'])
  })

  it('is stored by no cache, and is in no line of the log', async () => {
    const key = await keyOf('nurse')
    const answer = await (await signedInAs(world, 'nurse')).fetch(getOutboxKey.path)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const hexadecimal = Buffer.from(key, 'base64').toString('hex')
    const log = lines.join('')
    expect(log).toContain(getOutboxKey.path)
    expect([key, hexadecimal].filter((secret) => log.includes(secret))).toEqual([])
  })
})
