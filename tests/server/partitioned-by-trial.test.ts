import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TABLE_RIGHTS } from '../../src/server/ground/db/table-rights'
import { copyOf } from '../support/database'
import { oneTrialWalked, type Walked } from '../support/one-trial-walked'
import { partitionedSchema, TABLES_OF_TRIALS } from '../support/partitioned-by-trial'
import { storePeople } from '../support/peopled-place'
import { testPortal, type TestPortal } from '../support/portal'
import { patternOf, readPlan, wideTables, type ReadPlan } from '../support/read-plan'

/*
 * The tables of trials lie in partitions, as on several machines, and every call and job is made for one trial over them. A
 * statement whose plan has more than one partition of a table would ask more than one machine (`src/help/outgrown.md`).
 */

let world: TestPortal
let walked: Walked
let plans: ReadPlan[]

/** Every call of the API on a busy machine, in milliseconds. */
const PATIENCE = 400_000

beforeAll(async () => {
  const database = await copyOf(partitionedSchema())
  await storePeople(database)
  world = await testPortal({ database })
  walked = await oneTrialWalked(world)
  plans = []
  for (const statement of walked.statements) plans.push(await readPlan(database.queries, statement))
}, PATIENCE)
afterAll(() => world.stop())

describe('over tables that are partitioned by trial', () => {
  test('every call is answered as ever', () => {
    expect(walked.refused).toEqual(REFUSED)
  })

  test('every such table is asked', () => {
    const touched = new Set(plans.flatMap(({ partitions }) => [...partitions.keys()]))
    expect(Object.keys(TABLES_OF_TRIALS).filter((table) => !touched.has(table))).toEqual([])
  })

  test('a statement about one trial touches one partition of each table', () => {
    const wide = plans.flatMap((plan) => {
      const statement = patternOf(plan.text)
      const isAcross = ACROSS_TRIALS.some(({ pattern }) => pattern.test(statement))
      const partitions = isAcross ? [] : wideTables(plan).flatMap((table) => plan.partitions.get(table) ?? [])
      return partitions.length === 0 ? [] : { statement, partitions }
    })
    expect(wide).toEqual([])
  })

  test('each statement that is listed as one across trials still is one', () => {
    const wide = plans.filter((plan) => wideTables(plan).length > 0).map(({ text }) => patternOf(text))
    const unused = ACROSS_TRIALS.filter(({ pattern }) => !wide.some((statement) => pattern.test(statement)))
    expect(unused.map(({ why }) => why)).toEqual([])
  })
})

test('the page for operators places every table once', () => {
  const page = readFileSync(join(import.meta.dirname, '../../src/help/outgrown.md'), 'utf8')
  const placed = page.split('\n').filter((line) => /^\| (by trial|on each|on one)/.test(line))
  const names = placed.flatMap((line) => [...line.matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []))
  expect(names.toSorted()).toEqual(Object.keys(TABLE_RIGHTS).toSorted())
})

/** The secret of a sign-in or a link cannot be made up. */
const REFUSED = ['loginFromPing', 'loginFromAaf', 'confirmSignIn', 'showAssociation']

/** What asks all trials at once, by its pattern. */
const ACROSS_TRIALS: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern: /^select .* from "trials" where \("id" in \(\$\) or "is_protected_trial" = \$\)/,
    why: 'the trials that a person reaches, in the list, on the home page, in the search and in reports of the system',
  },
  {
    pattern: /from "user_permissions" left join "trials" .* user_permissions\.(user_id|id) = any/,
    why: 'permissions of a person, in whatever trials they are',
  },
  {
    pattern: /^select "id", "trial_id", .* from "(participants|study_packs)" where "id" in/,
    why: 'what a device reports: it names no trial',
  },
  { pattern: /^with asked as \(/, why: 'limits on the home page, of every trial there' },
  {
    pattern: /^select found\.\*, participants\.id|^\( select id, trial_id, trial_sequence_no/,
    why: 'the search, in every trial that is reached',
  },
  {
    pattern:
      /^select (id from audit_log where|coalesce\(sum\(length\))|^select "id" from "trials" where "is_protected_trial"/,
    why: 'the audit log as a whole, by pages, without what is hidden',
  },
  {
    pattern: /from "audit_log" left join "users"|^select "id", "chain", "trial_id" from "audit_log" where "id" = /,
    why: 'entries of the audit log by their ids: a search finds them in whatever trials',
  },
  {
    pattern: /^select (participants|study_packs)\.id, trial_id, .* join jsonb_to_recordset/,
    why: 'what entries of the audit log name, each in its trial',
  },
  { pattern: /^select "chain" from "audit_chains" union/, why: 'every chain, to be checked one by one' },
  { pattern: /from "alarms" left join "trials"/, why: 'alarms, with the titles of their trials' },
  {
    pattern: /^select \(select json_object_agg\(name, id\)/,
    why: 'the bounds of an archive: the greatest ids of whole tables, by the end of an index',
  },
  { pattern: /min\("expire_on"\) as "soonest"/, why: 'the job that looks for trials with expired packs' },
  {
    pattern:
      /^select "id", "selected_timezone" from "trials" where "is_managing_packs" = \$$|^with trial as \( .* and true \)/,
    why: 'the job that compares the stock of every trial',
  },
  { pattern: /^select "id" from "trials" where "ledger_head" is not null/, why: 'the jobs for every ledger' },
  { pattern: /^with due as materialized/, why: 'emails that are due, of every trial' },
]
