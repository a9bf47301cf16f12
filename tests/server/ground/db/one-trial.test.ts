import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnAt, everybody, recordError, staffedTrial } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { valueOf } from '../../../support/ask'
import { errorOf } from './error-of'

/* The database refuses a reference from one trial to a site, group, pack, stratum or option of another. */

/** The ids of a trial with one record of each kind. */
type Place = {
  trial: number
  site: number
  group: number
  stratum: number
  option: number
  pack: number
  participant: number
  error: number
}

let world: TestPortal
let own: Place
let other: Place

const placeIn = async (): Promise<Place> => {
  const { queries } = world.database
  const people = await everybody(world)
  const trial = await staffedTrial(world, { trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }] })
  const one = await drawnAt(people.administrator, trial, 0)
  const [sex] = trial.trial_strata
  const answer = (place: number) => [{ trial_stratum_id: sex?.id, trial_stratum_option_id: sex?.options[place]?.id }]
  valueOf(await recordError(people.nurse, one, { kind: 'wrong_stratum', as_used: answer(0), corrected: answer(1) }))
  const { rows } = await sql<Place>`
    with given as (
      insert into study_packs (trial_id, site_id, study_group_id, pack_id, batch_id, study_pack_status_id)
      select ${trial.trial_id}::bigint, (select min(id) from sites where trial_id = ${trial.trial_id}),
        (select study_group_id from participant_groups where participant_id = ${one.id}), 'A-1', 'B', 2
      returning *
    )
    select given.trial_id as trial, given.site_id as site, given.study_group_id as "group", given.id as pack,
      ${one.id}::bigint as participant, ${sex?.id}::bigint as stratum, ${sex?.options[0]?.id}::bigint as option,
      (select max(id) from randomisation_errors) as error
    from given`.execute(queries)
  const [place] = rows
  if (!place) throw new Error('no trial')
  return place
}

beforeAll(async () => {
  world = await testPortal()
  own = await placeIn()
  other = await placeIn()
})
afterAll(() => world.stop())

test('a missing error has no corrections', async () => {
  const { queries } = world.database
  const correction = sql`
    insert into randomisation_error_strata (randomisation_error_id, trial_stratum_id, used_option_id, corrected_option_id)
    values (999999, ${own.stratum}, ${own.option}, ${own.option})`
  expect(await errorOf(correction.execute(queries))).toMatchObject({ code: 'P0002' })
})

const later = sql`'2026-11-21T12:00:00Z'::timestamptz`

/** The refused write, the key that refuses it, and the statement. */
const CASES: readonly [says: string, key: string, write: () => ReturnType<typeof sql>][] = [
  [
    'a permission at a site',
    'user_permissions_site_of_trial',
    () => sql`insert into user_permissions (user_id, role_id, trial_id, site_id, created_at, updated_at)
      values (${world.personId('monitor')}, 5, ${own.trial}, ${other.site}, ${later}, ${later})`,
  ],
  [
    'a permission at a site, in no trial',
    'user_permissions_site_needs_trial',
    () => sql`insert into user_permissions (user_id, role_id, site_id, created_at, updated_at)
      values (${world.personId('monitor')}, 5, ${other.site}, ${later}, ${later})`,
  ],
  ['the site of a pack', 'study_packs_site_of_trial', () => ofPack(sql`site_id = ${other.site}`)],
  ['the group of a pack', 'study_packs_group_of_trial', () => ofPack(sql`study_group_id = ${other.group}`)],
  [
    'the site of a participant',
    'participants_site_of_trial',
    () => sql`update participants set site_id = ${other.site} where id = ${own.participant}`,
  ],
  [
    'what somebody else was given',
    'participant_groups_of_trial',
    () => ofGroup(sql`participant_id = ${other.participant}, factorial_level = 2`),
  ],
  [
    'the group of a participant',
    'participant_groups_group_of_trial',
    () => ofGroup(sql`study_group_id = ${other.group}`),
  ],
  ['the pack of a participant', 'participant_groups_pack_of_group', () => ofGroup(sql`study_pack_id = ${other.pack}`)],
  [
    'a pack of another group of the trial',
    'participant_groups_pack_of_group',
    () => sql`with moved as (
        update study_packs set study_group_id = (
          select id from study_groups where trial_id = ${own.trial} and id <> ${own.group}
        ) where id = ${own.pack}
      )
      update participant_groups set study_pack_id = ${own.pack} where participant_id = ${own.participant}`,
  ],
  [
    'the stratum that a participant answered',
    'participant_strata_stratum_of_trial',
    () => ofAnswer(sql`trial_stratum_id = ${other.stratum}, trial_stratum_option_id = ${other.option}`),
  ],
  [
    'the option that a participant answered',
    'participant_strata_option_of_stratum',
    () => ofAnswer(sql`trial_stratum_option_id = ${other.option}`),
  ],
  [
    'the stratum of an error',
    'randomisation_error_strata_stratum_of_trial',
    () => sql`insert into randomisation_error_strata (randomisation_error_id, trial_stratum_id, used_option_id, corrected_option_id)
      values (${own.error}, ${other.stratum}, ${other.option}, ${other.option})`,
  ],
  [
    'the participant of an action on a device',
    'device_actions_participant_of_trial',
    () => sql`insert into device_actions (trial_id, user_id, device_id, action_id, kind, state, participant_id, reported_at,
        changed_at, writer_sight)
      values (${own.trial}, ${world.personId('monitor')}, gen_random_uuid(), gen_random_uuid(), 'flag', 'lost',
        ${other.participant}, ${later}, ${later}, 'names')`,
  ],
  [
    'the pack of an action on a device',
    'device_action_packs_pack_of_trial',
    () => sql`with action as (
        insert into device_actions (trial_id, user_id, device_id, action_id, kind, state, reported_at, changed_at, writer_sight)
        values (${own.trial}, ${world.personId('monitor')}, gen_random_uuid(), gen_random_uuid(), 'dispense', 'lost',
          ${later}, ${later}, 'names')
        returning id
      )
      insert into device_action_packs (device_action_id, trial_id, study_pack_id)
      select id, ${own.trial}, ${other.pack} from action`,
  ],
  [
    'the site of a message',
    'messages_site_of_trial',
    () => sql`insert into messages (trial_id, site_id, user_id, recipient_name, recipient_address, facts, queued_at, next_attempt_at)
      values (${own.trial}, ${other.site}, ${world.personId('monitor')}, 'M', 'm@example.org',
        '{"kind": "low_stock", "trial": {}}', ${later}, ${later})`,
  ],
  [
    'the site of an alert',
    'stock_alerts_site_of_trial',
    () => sql`insert into stock_alerts values (${own.trial}, ${other.site}, ${later})`,
  ],
  [
    'the site of a shortage',
    'pack_shortages_site_of_trial',
    () => sql`insert into pack_shortages values (${own.trial}, ${other.site}, ${later})`,
  ],
  [
    'the site of a change by a blinded person',
    'blinded_pack_changes_site_of_trial',
    () => sql`insert into blinded_pack_changes (trial_id, site_id, changed_at, changed_by, action, packs, reason)
      values (${own.trial}, ${other.site}, ${later}, ${world.personId('monitor')}, 'remove', 1, 'Damaged')`,
  ],
  ['the group of a former name', 'former_names_group_of_trial', () => formerName(sql`study_group_id`, other.group)],
  ['the site of a former name', 'former_names_site_of_trial', () => formerName(sql`site_id`, other.site)],
]

const ofPack = (change: ReturnType<typeof sql>) => sql`update study_packs set ${change} where id = ${own.pack}`
const ofGroup = (change: ReturnType<typeof sql>) =>
  sql`update participant_groups set ${change} where participant_id = ${own.participant}`
const ofAnswer = (change: ReturnType<typeof sql>) =>
  sql`update participant_strata set ${change} where participant_id = ${own.participant}`
const formerName = (column: ReturnType<typeof sql>, id: number) =>
  sql`insert into former_names (trial_id, ${column}, name, last_sequence_no, ended_at, ended_by, reason)
    values (${own.trial}, ${id}, 'Before', 1, ${later}, ${world.personId('monitor')}, 'Renamed')`

test.each(CASES)('%s of another trial is refused by %s', async (_, key, write) => {
  const refusal = await errorOf(write().execute(world.database.queries))
  expect(String(refusal)).toContain(`constraint "${key}"`)
})

test('rows that a server of the previous version stores without the trial get it in that statement, and are compared', async () => {
  const { queries } = world.database
  const stored = (id: number, group: number) =>
    sql`
    with new_participants as (
      insert into participants (id, trial_id, trial_sequence_no, created_at, created_by, site_id, allocation_counter, arm)
      values (${id}, ${own.trial}, ${id}, ${later}, ${world.personId('nurse')}, ${own.site}, ${id}, 0)
    ),
    new_groups as (
      insert into participant_groups (participant_id, factorial_level, study_group_id) values (${id}, 1, ${group})
    )
    insert into participant_strata (participant_id, trial_stratum_id, trial_stratum_option_id)
    values (${id}, ${own.stratum}, ${own.option})`.execute(queries)
  expect(String(await errorOf(stored(9001, other.group)))).toContain('"participant_groups_group_of_trial"')
  await stored(9002, own.group)
  const { rows } = await sql`
    select participant_groups.of_trial as of_group, participant_strata.of_trial as of_answer
    from participant_groups join participant_strata using (participant_id) where participant_id = 9002`.execute(queries)
  expect(rows).toEqual([{ of_group: own.trial, of_answer: own.trial }])
})
