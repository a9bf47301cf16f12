import { accepted } from '#domain/outcome'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendAudits } from '../../../../src/server/ground/db/audit-log'
import { lockKey } from '../../../../src/server/ground/db/lock-order'
import { inTransaction, type Transaction } from '../../../../src/server/ground/db/transaction'
import { lockTrial } from '../../../../src/server/ground/db/trials'
import { lockPermissions } from '../../../../src/server/ground/db/user-permissions'
import { lockUser } from '../../../../src/server/ground/db/users'
import { aTrial } from '../../../support/a-trial'
import { chainFaults, readChain } from '../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../support/portal'

let world: TestPortal
let lower: number
let higher: number

beforeAll(async () => {
  world = await testPortal()
  lower = (await aTrial(world)).trial_id
  higher = (await aTrial(world)).trial_id
})
afterAll(() => world.stop())

type Step = (transaction: Transaction) => Promise<unknown>

const entryIn = (trial_id: number | null) =>
  ({
    kind: 'trial_updated',
    description: 'Something',
    created_at: world.clock.now(),
    trial_id,
    user_id: null,
    role: null,
    changes: [],
    reason: null,
    request_id: null,
  }) as const

const key: Step = (transaction) => lockKey(transaction, 1, 'a key')
const turn: Step = lockPermissions
const person: Step = (transaction) => lockUser(transaction, world.personId('nurse'))
const trial =
  (id: () => number): Step =>
  (transaction) =>
    lockTrial(transaction, id())
const entries =
  (...of: (() => number | null)[]): Step =>
  (transaction) =>
    appendAudits(
      transaction,
      of.map((id) => entryIn(id())),
    )
const first = () => lower
const second = () => higher
const noTrial = () => null

const inOneTransaction = (steps: readonly Step[]) =>
  inTransaction(world.database, async (transaction) => {
    for (const step of steps) await step(transaction)
    return accepted(null)
  })

describe('locks in their order', () => {
  test.each<[string, readonly Step[]]>([
    ['from the first to the last', [key, turn, person, trial(first), trial(second), entries(noTrial)]],
    [
      'again, where they are held',
      [key, trial(first), entries(first, noTrial), trial(first), entries(first), entries(noTrial)],
    ],
    ['chains that are told in another order', [entries(noTrial, second, first)]],
    ['the chain of a trial after another trial', [trial(first), trial(second), entries(first)]],
  ])('succeed: %s', async (_, steps) => {
    await inOneTransaction(steps)
    for (const chain of [0, lower, higher]) {
      expect(chainFaults(await readChain(world.database.queries, chain))).toEqual([])
    }
  })

  test.each<[string, readonly Step[]]>([
    ['a key after a trial', [trial(first), key]],
    ['a key after an entry', [entries(first), key]],
    ['a turn after a person', [person, turn]],
    ['a person after a trial', [trial(first), person]],
    ['a trial after one of a higher id', [trial(second), trial(first)]],
    ['an entry in a trial after one in a trial of a higher id', [entries(second), entries(first)]],
    ['a trial after an entry of none', [entries(noTrial), trial(first)]],
  ])('fail in another order, with nothing stored: %s', async (_, steps) => {
    const before = await readChain(world.database.queries, lower)
    await expect(inOneTransaction(steps)).rejects.toThrow(/^The lock of .* is taken after that of /)
    expect(await readChain(world.database.queries, lower)).toEqual(before)
  })

  test('have no effect outside a transaction, and are refused there', async () => {
    await expect(lockTrial(world.database.queries, lower)).rejects.toThrow(/outside a transaction/)
  })
})
