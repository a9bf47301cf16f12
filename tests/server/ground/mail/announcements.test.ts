import { accepted, refused } from '#domain/outcome'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction, type Transaction } from '../../../../src/server/ground/db/transaction'
import { findTrial, type WholeTrial } from '../../../../src/server/ground/db/trials'
import {
  queueErrorRecorded,
  queueInadvertentUnblinding,
  queueSeedRevealed,
  queueUnblinding,
} from '../../../../src/server/ground/mail/announcements'
import type { ServerContext } from '../../../../src/server/use-cases/call/server-context'
import type { BuiltTrial } from '../../../support/a-trial'
import { randomise } from '../../../support/randomise'
import { signedInAs } from '../../../support/sign-in'
import {
  mailingWorld,
  randomiseAtNorth,
  setStatus,
  staffedTrial,
  storedMessages,
  type MailingWorld,
} from './mailing-world'

let world: MailingWorld
beforeAll(async () => {
  world = await mailingWorld()
})
afterAll(() => world.stop())

const messagesOf = async (trial: BuiltTrial) =>
  (await storedMessages(world, trial)).map(({ kind, to }) => `${kind}: ${to}`)

const toEach = (kind: string, people: readonly string[]) => people.map((person) => `${kind}: ${person}`)

const EVERYBODY = ['coordinator', 'nurse', 'pharmacist', 'monitor', 'blinded-nurse', 'unblinder']
const AT_NORTH = ['coordinator', 'nurse', 'blinded-nurse', 'unblinder']

const participantsOf = ({ trial_id }: BuiltTrial) =>
  world.database.queries.selectFrom('participants').select('id').where('trial_id', '=', trial_id).execute()

/** Does the work while a table refuses rows of this trial. */
const withRefusing = async (table: string, { trial_id }: BuiltTrial, work: () => Promise<unknown>) => {
  const { queries } = world.database
  await sql
    .raw(`alter table ${table} add constraint refusing check (trial_id <> ${trial_id}) not valid`)
    .execute(queries)
  await work()
  await sql.raw(`alter table ${table} drop constraint refusing`).execute(queries)
}

describe('nobody gets an email', () => {
  test('about a randomisation that was refused', async () => {
    const trial = await staffedTrial(world, { status: 'paused' })
    expect((await randomiseAtNorth(world, trial)).problem?.code).toBe('trial_not_started')
    expect(await messagesOf(trial)).toEqual([])
  })

  test('about a randomisation that was rolled back', async () => {
    const trial = await staffedTrial(world)
    await withRefusing('ledger_records', trial, async () => {
      expect((await randomiseAtNorth(world, trial)).status).toBe(500)
    })
    expect([await messagesOf(trial), await participantsOf(trial)]).toEqual([[], []])
  })

  test('about a trial made by the sample data, since its past is not news', async () => {
    expect(await messagesOf(await staffedTrial(world, { status: 'terminated' }))).toEqual([])
  })

  test('twice about a randomisation that was requested twice', async () => {
    const trial = await staffedTrial(world)
    const key = { 'Idempotency-Key': 'once' }
    const answers = [await randomiseAtNorth(world, trial, key), await randomiseAtNorth(world, trial, key)]
    expect(answers.map(({ replayed }) => replayed)).toEqual([false, true])
    expect(await messagesOf(trial)).toEqual(toEach('randomisation', AT_NORTH))
  })
})

test('where the messages cannot be stored, nobody is randomised either', async () => {
  const trial = await staffedTrial(world)
  await withRefusing('messages', trial, async () => {
    expect((await randomiseAtNorth(world, trial)).status).toBe(500)
  })
  expect(await participantsOf(trial)).toEqual([])
  expect((await randomiseAtNorth(world, trial)).participants).toMatchObject([{ trial_sequence_no: 1 }])
})

describe('a message is queued', () => {
  test('for everybody at the site where a participant was randomised', async () => {
    const trial = await staffedTrial(world)
    await randomiseAtNorth(world, trial)
    expect(await messagesOf(trial)).toEqual(toEach('randomisation', AT_NORTH))
    expect(await storedMessages(world, trial)).toMatchObject(
      AT_NORTH.map(() => ({
        state: 'queued',
        attempts: 0,
        site_id: trial.sites[0]?.id,
        queued_at: world.clock.now(),
        sent_at: null,
        facts: { by: 'Amara Hughes', at: world.clock.now(), trial_sequence_no: 1 },
      })),
    )
  })

  test('for each of several who are randomised at once', async () => {
    const trial = await staffedTrial(world)
    await Promise.all(Array.from({ length: 5 }, () => randomiseAtNorth(world, trial)))
    const messages = await storedMessages(world, trial)
    const numbers = messages.map(({ facts }) => ('trial_sequence_no' in facts ? facts.trial_sequence_no : 0))
    expect(numbers).toEqual([1, 2, 3, 4, 5].flatMap((number) => AT_NORTH.map(() => number)))
  })

  test('as each person chose', async () => {
    const trial = await staffedTrial(world)
    const chosen = { on_trial_status: false, on_trial_completion: true, on_unblinding: false, on_study_packs: false }
    const { trial_id } = trial
    await world.database.queries
      .insertInto('trial_notifications')
      .values([
        { ...chosen, trial_id, user_id: world.personId('coordinator'), on_randomisation: false },
        { ...chosen, trial_id, user_id: world.personId('monitor'), on_randomisation: true },
        { ...chosen, trial_id, user_id: world.personId('pharmacist'), on_randomisation: true },
      ])
      .execute()
    await randomiseAtNorth(world, trial)
    const people = ['nurse', 'monitor', 'blinded-nurse', 'unblinder']
    expect(await messagesOf(trial)).toEqual(toEach('randomisation', people))
  })

  test('for nobody whose account or permission has ended', async () => {
    const trial = await staffedTrial(world)
    const { queries } = world.database
    const ended = { ended_at: world.clock.now() }
    await queries.updateTable('users').set({ is_active: false }).where('id', '=', world.personId('unblinder')).execute()
    const expired = { expires_at: world.clock.now() }
    await queries.updateTable('users').set(expired).where('id', '=', world.personId('blinded-nurse')).execute()
    await queries
      .updateTable('user_permissions')
      .set(ended)
      .where('trial_id', '=', trial.trial_id)
      .where('user_id', '=', world.personId('coordinator'))
      .execute()
    await randomiseAtNorth(world, trial)
    await queries.updateTable('users').set({ is_active: true, expires_at: null }).execute()
    expect(await messagesOf(trial)).toEqual(toEach('randomisation', ['nurse']))
  })

  test('when a trial starts, with the commitment, and the first time alone', async () => {
    const trial = await staffedTrial(world, { status: 'planning' })
    for (const status of ['started', 'paused', 'started'] as const) await setStatus(world, trial, status)
    expect(await messagesOf(trial)).toEqual([1, 2, 3].flatMap(() => toEach('trial_status', EVERYBODY)))
    const stored = await findTrial(world.database.queries, trial.trial_id)
    const commitments = (await storedMessages(world, trial)).map(
      ({ facts }) => 'commitment' in facts && facts.commitment,
    )
    expect(commitments).toEqual([
      ...EVERYBODY.map(() => stored?.commitment),
      ...[...EVERYBODY, ...EVERYBODY].map(() => null),
    ])
  })

  test.each(['finished', 'terminated'] as const)('when a trial is %s, as its completion', async (status) => {
    const trial = await staffedTrial(world)
    await setStatus(world, trial, status)
    expect(await messagesOf(trial)).toEqual(toEach('trial_completion', EVERYBODY))
  })

  test('when packs are missing, for people who can solve it, without the group', async () => {
    const trial = await staffedTrial(world, { packs: 1 })
    await randomiseAtNorth(world, trial)
    expect((await randomiseAtNorth(world, trial)).problem?.code).toBe('no_study_pack_available')
    const missing = await packsMissingIn(trial)
    expect(missing.map(({ to }) => to)).toEqual(['administrator', 'coordinator'])
    expect(JSON.stringify(missing)).not.toMatch(/Amlodipine|Indapamide|Tablet/)
  })
})

const packsMissingIn = async (trial: BuiltTrial) =>
  (await storedMessages(world, trial)).filter(({ kind }) => kind === 'study_packs_missing')

describe('missing packs', () => {
  const refusedAt = async (trial: BuiltTrial, site = 0) => {
    const randomised = await randomise(await signedInAs(world, 'coordinator'), trial.trial_id, {
      site_id: trial.sites[site]?.id,
    })
    expect(randomised.problem?.code).toBe('no_study_pack_available')
  }
  const saidAt = async (trial: BuiltTrial) =>
    (await packsMissingIn(trial))
      .filter(({ to }) => to === 'coordinator')
      .map(({ site_id }) => trial.sites.find(({ id }) => id === site_id)?.title)
  const NORTH = 'Northern General'

  const aTrialOutOfPacks = async () => {
    const trial = await staffedTrial(world, { packs: 1 })
    for (const site of trial.sites) {
      const drawn = await randomise(await signedInAs(world, 'coordinator'), trial.trial_id, { site_id: site.id })
      expect(drawn.status).toBe(201)
    }
    world.clock.step(60)
    return trial
  }

  /** Adds a pack of each group at the first site. */
  const packsArrive = async ({ trial_id, sites, study_groups }: BuiltTrial) => {
    const site_id = sites[0]?.id ?? null
    const packs = study_groups.map(({ id, name }) => ({
      trial_id,
      site_id,
      study_group_id: id,
      pack_id: `Late ${name}`,
      batch_id: 'B2',
      study_pack_status_id: 2,
      duration: null,
      expire_on: null,
      confirmation_code: null,
    }))
    await world.database.queries.insertInto('study_packs').values(packs).execute()
  }

  test('are reported once for a site, however often it is tried, also by many at once', async () => {
    const trial = await aTrialOutOfPacks()
    for (let time = 0; time < 3; time += 1) {
      await refusedAt(trial)
      world.clock.step(3600)
    }
    await Promise.all(Array.from({ length: 5 }, () => refusedAt(trial)))
    expect(await saidAt(trial)).toEqual([NORTH])
  })

  test('are reported once when many are refused at once', async () => {
    const trial = await aTrialOutOfPacks()
    await Promise.all(Array.from({ length: 5 }, () => refusedAt(trial)))
    expect(await saidAt(trial)).toEqual([NORTH])
  })

  test('are reported for each site, and for each trial', async () => {
    const [one, other] = [await aTrialOutOfPacks(), await aTrialOutOfPacks()]
    await refusedAt(one)
    await refusedAt(one, 1)
    await refusedAt(other)
    expect([await saidAt(one), await saidAt(other)]).toEqual([[NORTH, 'Southern General'], [NORTH]])
  })

  test('are reported again when 24 hours have passed, and not before', async () => {
    const trial = await aTrialOutOfPacks()
    await refusedAt(trial)
    world.clock.step(24 * 3600 - 1)
    await refusedAt(trial)
    expect(await saidAt(trial)).toEqual([NORTH])
    world.clock.step(1)
    await refusedAt(trial)
    expect(await saidAt(trial)).toEqual([NORTH, NORTH])
  })

  test('are reported again when there were packs in between, since a participant was randomised there', async () => {
    const trial = await aTrialOutOfPacks()
    await refusedAt(trial)
    await packsArrive(trial)
    world.clock.step(60)
    expect((await randomiseAtNorth(world, trial)).status).toBe(201)
    world.clock.step(60)
    // Packs for one more participant may remain, depending on the groups drawn. The participant after that has none.
    if ((await randomiseAtNorth(world, trial)).status === 201) world.clock.step(60)
    await refusedAt(trial)
    expect(await saidAt(trial)).toEqual([NORTH, NORTH])
  })

  test('are not reported again because a person had the email sent again', async () => {
    const trial = await aTrialOutOfPacks()
    await refusedAt(trial)
    const [, mine] = await packsMissingIn(trial)
    await world.database.queries
      .updateTable('messages')
      .set({ state: 'sent' })
      .where('id', '=', mine?.id ?? 0)
      .execute()
    world.clock.step(12 * 3600)
    const resent = await (
      await signedInAs(world, 'coordinator')
    ).fetch(`trials/${trial.trial_id}/messages/${mine?.id}/resend`, { method: 'POST' })
    expect(resent.status).toBe(201)
    world.clock.step(12 * 3600)
    await refusedAt(trial)
    expect(await saidAt(trial)).toEqual([NORTH, NORTH, NORTH])
  })
})

describe('an email that a use case queues in one line', () => {
  const deed = () => ({ by: 'Thomas Achterberg', at: world.clock.now() })
  const about = (trial: WholeTrial) => {
    const [site] = trial.sites
    return { ...deed(), trial, participant: { trial_sequence_no: 3, site: { id: site?.id ?? 0, title: 'North' } } }
  }
  type Queue = (transaction: Transaction, context: ServerContext, trial: WholeTrial) => Promise<void>
  const USES: readonly [string, Queue, readonly string[]][] = [
    [
      'seed_revealed',
      (transaction, context, trial) => queueSeedRevealed(transaction, context, { ...deed(), trial, reason: 'Over' }),
      EVERYBODY,
    ],
    [
      'unblinding',
      (transaction, context, trial) => queueUnblinding(transaction, context, { ...about(trial), reason: 'Bleeding' }),
      AT_NORTH,
    ],
    [
      'inadvertent_unblinding',
      (transaction, context, trial) => queueInadvertentUnblinding(transaction, context, about(trial)),
      ['coordinator'],
    ],
    [
      'randomisation_error',
      (transaction, context, trial) =>
        queueErrorRecorded(transaction, context, { ...about(trial), error: 'Wrong stratum' }),
      ['coordinator'],
    ],
  ]

  test('an incident goes to system administrators where the account of the last trial administrator has ended', async () => {
    const trial = await staffedTrial(world)
    const stored = await findTrial(world.database.queries, trial.trial_id)
    const coordinator = world.database.queries.updateTable('users').where('id', '=', world.personId('coordinator'))
    await coordinator.set({ expires_at: world.clock.now() }).execute()
    await inTransaction(world.database, async (transaction) => {
      if (stored) await queueInadvertentUnblinding(transaction, world.context, about(stored))
      return accepted(null)
    })
    await coordinator.set({ expires_at: null }).execute()
    expect(await messagesOf(trial)).toEqual(toEach('inadvertent_unblinding', ['administrator']))
  })

  test.each(USES)(
    '%s: a commit queues the email and wakes the sender, a refusal does neither',
    async (kind, queue, people) => {
      const trial = await staffedTrial(world)
      const stored = await findTrial(world.database.queries, trial.trial_id)
      const woken: string[] = []
      const context = { ...world.context, mail: { wake: () => woken.push(kind) } }
      const perform = (isRefused: boolean) =>
        inTransaction(world.database, async (transaction) => {
          if (stored) await queue(transaction, context, stored)
          expect(woken).toEqual([])
          return isRefused ? refused(null) : accepted(null)
        })
      await perform(true)
      expect([await messagesOf(trial), woken]).toEqual([[], []])
      await perform(false)
      expect([await messagesOf(trial), woken]).toEqual([toEach(kind, people), [kind]])
      expect(JSON.stringify(await storedMessages(world, trial))).not.toMatch(/Amlodipine|Indapamide|Tablet/)
    },
  )
})
