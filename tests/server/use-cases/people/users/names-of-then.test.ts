import { api } from '#contract/api'
import { listAuditLogs, reviewAuditLog } from '#contract/audit-logs'
import { listParticipants } from '#contract/participants'
import { accepted } from '#domain/outcome'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../../../src/server/ground/db/transaction'
import { insertUser } from '../../../../../src/server/ground/db/users'
import {
  FIRST_ADMINISTRATOR,
  nameFirst,
} from '../../../../../src/server/use-cases/people/administrators/first-administrator'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, posted, valueOf } from '../../../../support/ask'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { flag } from '../../../../support/flag'
import { drawnAt, historyOf } from '../../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { rowsOf } from '../../reports/report-calls'
import { shown, update } from './user-calls'

/*
 * A person's past actions are shown under their name of that time, with the present one beside it
 * (src/decisions/0054-names-of-people.md).
 */

let world: TestPortal
let administrator: SignedIn
let nurse: SignedIn
let trial: BuiltTrial
let participant: { trial_id: number; id: number }

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world, { is_opening_sites: true, is_design_checked: false })
  const at = { trial_id: trial.trial_id, site_id: null }
  await grant(world, { person: 'nurse', role: 'Trial administrator', ...at })
  await grant(world, { person: 'nurse', role: 'System administrator', trial_id: null, site_id: null })
  administrator = await signedInAs(world, 'administrator')
  nurse = await signedInAs(world, 'nurse')
})
beforeEach(() => world.clock.step(60))
afterAll(() => world.stop())

/** Renames the nurse, a minute after the last event. */
const named = async (name: string): Promise<void> => {
  world.clock.step(60)
  const id = world.personId('nurse')
  valueOf(await update(administrator, id, { ...valueOf(await shown(administrator, id)), name }))
  world.clock.step(60)
}
const formerNames = async (userId: number) =>
  world.database.queries
    .selectFrom('user_names')
    .select(['name', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

describe('the former names of a person', () => {
  test('are stored with the end of each, whoever changed it; unchanged names are not', async () => {
    const id = await insertUser(world.database.queries, { ...FIRST_ADMINISTRATOR, created_at: world.clock.now() })
    const first = valueOf(await shown(administrator, id))
    const begun = world.clock.now()
    await inTransaction(world.context.database, async (transaction) => {
      const row = await transaction.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      return accepted(await nameFirst(transaction, row, { name: 'Rosa', email: 'rosa@example.org' }, begun))
    })
    expect(await formerNames(id)).toEqual([{ name: FIRST_ADMINISTRATOR.name, ended_at: begun }])
    world.clock.step(60)
    const changes = [{ selected_timezone: 'Asia/Tokyo' }, { name: 'Rosa Okafor' }, { name: 'Rosa Okafor' }]
    for (const change of changes)
      valueOf(await update(administrator, id, { ...first, name: 'Rosa', email: 'rosa@example.org', ...change }))
    expect(await formerNames(id)).toEqual([
      { name: FIRST_ADMINISTRATOR.name, ended_at: begun },
      { name: 'Rosa', ended_at: world.clock.now() },
    ])
  })

  test('are never changed or deleted', async () => {
    const { queries } = world.database
    await expect(queries.updateTable('user_names').set({ name: 'Somebody' }).execute()).rejects.toThrow(/never changed/)
    await expect(queries.deleteFrom('user_names').execute()).rejects.toThrow(/never changed/)
    await expect(sql`truncate user_names`.execute(queries)).rejects.toThrow(/never changed/)
  })
})

describe('an action is shown under the name of its time', () => {
  test('whichever of several it was; alone where it is the present one again', async () => {
    valueOf(
      await ask(
        administrator,
        api.openSite.response,
        `trials/${trial.trial_id}/sites/${trial.sites[0]?.id}/open`,
        posted({ reason: 'Trained' }),
      ),
    )
    const { name: first } = valueOf(await shown(administrator, world.personId('nurse')))
    participant = await drawnAt(nurse, trial, 0)
    await named('Amara Second')
    valueOf(await flag(nurse, trial, participant, { comment: 'Fell' }))
    await named('Amara Third')
    valueOf(await flag(nurse, trial, participant, { comment: 'Well again' }))
    const names = async () => valueOf(await historyOf(nurse, participant)).data.map(({ by }) => by?.name)
    expect(await names()).toEqual([`${first} (now Amara Third)`, 'Amara Second (now Amara Third)', 'Amara Third'])
    await named(first)
    expect(await names()).toEqual([first, `Amara Second (now ${first})`, `Amara Third (now ${first})`])
  })

  test('also of the longest names, in lists and in reports', async () => {
    const [long, longer] = ['a%1$s '.repeat(42).trim(), 'é'.repeat(255)]
    await named(long)
    valueOf(await flag(nurse, trial, participant, { comment: 'Again' }))
    await named(longer)
    const both = `${long} (now ${longer})`
    const path = `trials/${trial.trial_id}/participants`
    const { data } = valueOf(await ask(administrator, listParticipants.response, path))
    expect(data[0]?.participant_flags.map(({ flagged_by_user }) => flagged_by_user.name)).toContain(both)
    const [row] = await rowsOf(administrator, `trials/${trial.trial_id}/reports/long`)
    expect(JSON.stringify(row)).toContain(both)
  })

  test('so is the person who opened a site, and who confirmed a design or changed it', async () => {
    const now = valueOf(await shown(administrator, world.personId('nurse'))).name
    const path = `trials/${trial.trial_id}`
    const site = `${path}/sites/${trial.sites[1]?.id}`
    valueOf(await ask(nurse, api.openSite.response, `${site}/open`, posted({ reason: 'Trained' })))
    const planned = await aTrial(world, { status: 'planning', is_design_checked: true })
    const design = `trials/${planned.trial_id}/design-confirmation`
    const confirmation = async () => valueOf(await ask(administrator, api.getDesignConfirmation.response, design))
    const { design_version } = await confirmation()
    valueOf(await ask(nurse, api.confirmDesign.response, design, posted({ design_version })))
    await named('Amara Fifth')
    const opened = valueOf(await ask(administrator, api.getSite.response, site))
    expect(opened).toMatchObject({ opened_by: { name: `${now} (now Amara Fifth)` } })
    expect((await confirmation()).confirmed?.by.name).toBe(`${now} (now Amara Fifth)`)
  })

  test('so is the audit log with its links and reviews, which is searched by the present name; its chain is valid', async () => {
    const log = async (query: string) =>
      valueOf(await ask(administrator, listAuditLogs.response, `audit-logs?${query}`))
    const [entry] = (await log(`user_id=${world.personId('nurse')}`)).data
    valueOf(await ask(nurse, reviewAuditLog.response, `audit-logs/${entry?.id}/reviews`, posted({ finding: 'Fine' })))
    await named('Amara Sixth')
    const { data } = await log('q=Amara+Sixth')
    const reviewed = data.find(({ id }) => id === entry?.id)
    expect(reviewed?.user?.name).toMatch(/ \(now Amara Sixth\)$/)
    expect(reviewed?.reviews[0]?.reviewed_by_user.name).toBe('Amara Fifth (now Amara Sixth)')
    const [renamed] = (await log('kind=user_updated')).data
    expect(renamed?.subjects.users).toEqual([{ id: world.personId('nurse'), name: 'Amara Fifth (now Amara Sixth)' }])
    expect(renamed?.changes).toEqual([{ field: 'name', old: 'Amara Fifth', new: 'Amara Sixth' }])
    expect(chainFaults(await readChain(world.database.queries, 0))).toEqual([])
  })
})
