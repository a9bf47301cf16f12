import { DENSITIES, START_PAGES, THEMES } from '#domain/desk/display-settings'
import { SIMULATION_STATES } from '#contract/simulations'
import { STUDY_PACK_EVENTS } from '#contract/study-packs'
import { VISIBILITIES } from '#domain/people/blinding'
import { MESSAGE_STATES } from '#domain/people/notifications'
import { PARTICIPANT_ID_WARNINGS } from '#domain/participants/participant'
import { RANDOMISATION_TEST_STATES } from '#domain/reports/randomisation-test'
import { ROLES } from '#domain/people/permissions'
import { RANDOMISATION_ERRORS } from '#domain/participants/randomisation-error'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { isStockAction, STUDY_PACK_ACTION_NAMES } from '#domain/study-packs/study-pack-actions'
import {
  ALLOCATION_METHODS,
  FACTORIAL_LEVELS,
  MINIMISATION_MEASURES,
  RANDOMISATION_METHODS,
} from '#domain/trials/trial-methods'
import { TRIAL_STATUSES } from '#domain/trials/trial-status'
import { ALARM_KINDS } from '#domain/service/alarm'
import { JOB_OUTCOMES } from '#domain/service/service-job'
import { DEVICE_ACTION_KINDS, DEVICE_ACTION_STATES } from '#domain/this-device/device-action'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { closedListOf } from '../../../support/closed-lists'
import { testDatabase } from '../../../support/database'

/* The columns that hold a value of a closed list, with the list. The database refuses any other value. */

const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id)

const LISTS: Record<string, readonly (string | number)[]> = {
  'alarms.kind': ALARM_KINDS,
  'audit_log.writer_sight': VISIBILITIES,
  'blinded_pack_changes.action': STUDY_PACK_ACTION_NAMES.filter(isStockAction),
  'device_actions.kind': DEVICE_ACTION_KINDS,
  'device_actions.state': DEVICE_ACTION_STATES,
  'device_actions.writer_sight': VISIBILITIES,
  'display_settings.density': DENSITIES,
  'display_settings.start_page': START_PAGES,
  'display_settings.theme': THEMES,
  'jobs.outcome': JOB_OUTCOMES,
  'ledger_names.kind': ['study_group', 'site'],
  'messages.state': MESSAGE_STATES,
  'participant_groups.factorial_level': FACTORIAL_LEVELS,
  'randomisation_errors.kind': RANDOMISATION_ERRORS.map(({ kind }) => kind),
  'randomisation_errors.writer_sight': VISIBILITIES,
  'randomisation_tests.state': RANDOMISATION_TEST_STATES,
  'refusals.kind': ['sign_in_failed', 'access_refused'],
  'simulations.state': SIMULATION_STATES,
  'study_groups.factorial_level': FACTORIAL_LEVELS,
  'study_pack_logs.action': STUDY_PACK_EVENTS,
  'study_pack_logs.study_pack_status_id': ids(STUDY_PACK_STATUSES),
  'study_pack_logs.writer_sight': VISIBILITIES,
  'study_packs.study_pack_status_id': ids(STUDY_PACK_STATUSES),
  'trials.allocation_method_id': ids(ALLOCATION_METHODS),
  'trials.minimisation_measure': MINIMISATION_MEASURES,
  'trials.participant_id_warning_id': ids(PARTICIPANT_ID_WARNINGS),
  'trials.randomisation_method_id': ids(RANDOMISATION_METHODS),
  'trials.trial_status_id': ids(TRIAL_STATUSES),
  'user_permissions.role_id': ids(ROLES),
}

test("the database restricts each such column to the domain's list", async () => {
  const database = await testDatabase()
  const { rows } = await sql<{ column: string; check: string; is_validated: boolean }>`
    select c.relname || '.' || a.attname as "column", pg_get_constraintdef(k.oid) as "check",
      k.convalidated as is_validated
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = c.oid and k.conkey = array[a.attnum]
    where k.contype = 'c' and k.connamespace = current_schema()::regnamespace`.execute(database.queries)
  await database.close()
  const listed = rows.flatMap(({ column, check }) => {
    const list = closedListOf(check)
    return list === null ? [] : [[column, list.toSorted()] as const]
  })
  const expected = Object.entries(LISTS).map(([column, list]) => [column, list.map(String).toSorted()])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected))
  expect(listed).toHaveLength(expected.length)
  expect(rows.filter(({ is_validated }) => !is_validated)).toEqual([])
})
