import { EVERY_JOB } from '../../../../src/server/doors/jobs/every-job'
import { publishLedgerHeads } from '../../../../src/server/doors/jobs/publish-ledger-heads'
import { lastHour } from '../../../../src/server/ground/time/scheduled-hours'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { randomised } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { mailingWorld, storedMessages, type MailingWorld } from '../../ground/mail/mailing-world'

let world: MailingWorld
let administrator: SignedIn
beforeAll(async () => {
  world = await mailingWorld()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

/** A started trial with a blinded coordinator and a monitor. */
const aPeopledTrial = async (): Promise<BuiltTrial> => {
  const trial = await aTrial(world)
  const at = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...at, is_blinded_whole: true })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...at })
  return trial
}

const headOf = async ({ trial_id }: BuiltTrial) => {
  const { ledger_head } = await world.context.database.queries
    .selectFrom('trials')
    .select('ledger_head')
    .where('id', '=', trial_id)
    .executeTakeFirstOrThrow()
  return ledger_head
}

/** The heads that were sent, with their recipients, in order. */
const sent = async (trial: BuiltTrial) =>
  (await storedMessages(world, trial)).flatMap(({ facts, to }) =>
    facts.kind === 'ledger_head' ? [[to, facts.head]] : [],
  )

const written = async ({ trial_id }: BuiltTrial) =>
  world.context.database.queries
    .selectFrom('audit_log')
    .select(['user_id', 'changes', 'created_at'])
    .where('trial_id', '=', trial_id)
    .where('kind', '=', 'ledger_head_published')
    .orderBy('position')
    .execute()

describe('the head of a ledger leaves the portal', () => {
  test('by email to people who manage the users of the trial, and into its audit log, each time it has grown', async () => {
    const trial = await aPeopledTrial()
    const untouched = await aTrial(world, { status: 'planning' })
    await randomised(administrator, trial, 2)
    const first = await headOf(trial)
    await publishLedgerHeads(world.context)
    const firstAt = world.clock.now()
    expect(await sent(trial)).toEqual([['coordinator', first]])
    await publishLedgerHeads(world.context)
    expect(await sent(trial)).toHaveLength(1)

    world.clock.step(3600)
    await randomised(administrator, trial, 1)
    const second = await headOf(trial)
    await publishLedgerHeads(world.context)
    expect((await sent(trial)).map(([, head]) => head)).toEqual([first, second])
    expect(await written(trial)).toEqual([
      { user_id: null, created_at: firstAt, changes: [{ field: 'ledger_head', old: null, new: first }] },
      { user_id: null, created_at: world.clock.now(), changes: [{ field: 'ledger_head', old: first, new: second }] },
    ])
    expect([await sent(untouched), await written(untouched)]).toEqual([[], []])
  })

  test('to system administrators where the trial has nobody else, and by none where nobody may get it', async () => {
    const trial = await aTrial(world)
    await randomised(administrator, trial, 1)
    await publishLedgerHeads(world.context)
    expect(await sent(trial)).toEqual([['administrator', await headOf(trial)]])

    const hidden = await aTrial(world)
    await randomised(administrator, hidden, 1)
    const row = world.context.database.queries.updateTable('trials').where('id', '=', hidden.trial_id)
    await row.set({ is_protected_trial: true }).execute()
    await publishLedgerHeads(world.context)
    expect([await sent(hidden), await written(hidden)]).toEqual([[], []])
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id: hidden.trial_id, site_id: null })
    await publishLedgerHeads(world.context)
    expect(await sent(hidden)).toEqual([['coordinator', await headOf(hidden)]])
    expect(await written(hidden)).toHaveLength(1)
  })

  test('each Monday', () => {
    const hours = EVERY_JOB.find(({ run }) => run === publishLedgerHeads)?.hours ?? ''
    expect(lastHour(hours, '2026-11-21T05:03:00.000Z')).toBe('2026-11-16T04:30:00.000Z')
  })
})
