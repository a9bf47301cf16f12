import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { valueOf } from '../../../support/ask'
import {
  drawnAt,
  everybody,
  recordError,
  recordInadvertent,
  staffedTrial,
  unblind,
} from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'

let world: TestPortal

beforeAll(async () => {
  world = await testPortal()
  const people = await everybody(world)
  const trial = await staffedTrial(world, { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] })
  const one = await drawnAt(people.administrator, trial, 0)
  const [sex] = trial.trial_strata
  const answer = (place: number) => [{ trial_stratum_id: sex?.id, trial_stratum_option_id: sex?.options[place]?.id }]
  valueOf(await unblind(people.unblinder, one))
  valueOf(await recordInadvertent(people.nurse, one))
  const sides = { as_used: answer(0), corrected: answer(1) }
  valueOf(await recordError(people.nurse, one, { kind: 'wrong_stratum', ...sides }))
})
afterAll(() => world.stop())

test.each([
  ['participant_unblindings', 'comment', "'Else'"],
  ['inadvertent_unblindings', 'comment', "'Else'"],
  ['randomisation_errors', 'comment', "'Else'"],
  ['randomisation_error_strata', 'corrected_option_id', 'used_option_id'],
])('a row of %s is never changed or deleted', async (table, column, value) => {
  const { queries } = world.database
  const rows = () => sql`select * from ${sql.table(table)}`.execute(queries)
  const before = (await rows()).rows
  expect(before).toHaveLength(1)
  const refusal = `rows of ${table} are never changed or deleted`
  await expect(sql.raw(`update ${table} set ${column} = ${value}`).execute(queries)).rejects.toThrow(refusal)
  await expect(sql.raw(`delete from ${table}`).execute(queries)).rejects.toThrow(refusal)
  expect((await rows()).rows).toEqual(before)
})
