import { listAuditLogs } from '#contract/audit-logs'
import { getDesk } from '#contract/desk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grant, type BuiltTrial } from '../../../../support/a-trial'
import { ask, valueOf } from '../../../../support/ask'
import { groupsInBlocks, rowsOf } from '../../../../support/list-rows'
import { aTrialByList, confirmWaiting, nameAuthor, startTrial, upload } from '../../../../support/own-list'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'

/* People are warned that strata run out of places; blinded people do not learn the number of rows (decision 0103). */

let world: TestPortal
let administrator: SignedIn
let author: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  author = await signedInAs(world, 'pharmacist')
})
afterAll(() => world.stop())

const NORTH = ['ABBA', 'BBAA', 'ABAB']
const SOUTH = ['BABA', 'AABB', 'BAAB']

/** A started trial by site, with 12 places at each. */
const started = async (): Promise<BuiltTrial> => {
  const trial = await aTrialByList(world, { is_site_stratified: true })
  valueOf(await nameAuthor(administrator, trial.trial_id, world.personId('pharmacist')))
  await addRows(trial, [NORTH, SOUTH])
  valueOf(await startTrial(administrator, trial.trial_id))
  return trial
}

const addRows = async (trial: BuiltTrial, blocks: readonly (readonly string[])[], first = 1): Promise<void> => {
  const rows = blocks.flatMap((some, index) =>
    rowsOf(groupsInBlocks(trial, some), first, { site: trial.sites[index]?.title ?? null }),
  )
  valueOf(await upload(author, trial.trial_id, rows))
  valueOf(await confirmWaiting(administrator, trial.trial_id))
}

const draw = async ({ trial_id, sites }: BuiltTrial, site: number, many: number): Promise<void> => {
  for (let i = 0; i < many; i += 1) {
    const { problem } = await randomise(administrator, trial_id, { site_id: sites[site]?.id, participant_strata: [] })
    if (problem) throw new Error(problem.message)
    world.clock.step(1)
  }
}

const strataShort = async ({ trial_id }: BuiltTrial): Promise<number> => {
  const { decisions } = valueOf(await ask(administrator, getDesk.response, 'auth/me/desk'))
  return decisions.find(({ kind, trial }) => kind === 'list_running_out' && trial?.id === trial_id)?.count ?? 0
}

test('a stratum is short until it has places again, whatever a list gives another one', async () => {
  const trial = await started()
  await draw(trial, 0, 7)
  await draw(trial, 1, 7)
  expect(await strataShort(trial)).toBe(2)
  const more = ['AABB', 'BABA', 'ABBA', 'BAAB', 'BBAA', 'ABAB']
  await addRows(trial, [more], 13)
  expect(await strataShort(trial)).toBe(1)
  await world.database.queries
    .updateTable('sites')
    .set({ is_deleted: true })
    .where('id', '=', trial.sites[1]?.id ?? 0)
    .execute()
  expect(await strataShort(trial)).toBe(0)
})

test('whoever is blinded is not told how many rows a list has', async () => {
  const { trial_id } = await started()
  await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
  await grant(world, { person: 'coordinator', role: 'Trial viewer', trial_id, site_id: null, is_blinded_whole: true })
  const seenBy = async (who: SignedIn) => {
    const path = `audit-logs?trial_id=${trial_id}&kind=list_uploaded`
    return valueOf(await ask(who, listAuditLogs.response, path)).data.map(({ description }) => description)
  }
  expect(await seenBy(administrator)).toEqual([`List 1 with 24 rows uploaded for trial ${trial_id}`])
  expect(await seenBy(await signedInAs(world, 'coordinator'))).toEqual(['List of the trial uploaded'])
})
