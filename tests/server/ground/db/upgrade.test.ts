import { listParticipants } from '#contract/participants'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkChains } from '../../../../src/server/use-cases/audit/check-chains'
import { searchAudits } from '../../../../src/server/ground/db/audit-search'
import { migrate, MIGRATIONS, plannedMigrations, rehearseMigrations } from '../../../../src/server/ground/db/migrate'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { ask, valueOf } from '../../../support/ask'
import { everyDatabase, type TestDatabase } from '../../../support/database'
import { FIRST_RELEASE, ofFirstRelease } from '../../../support/first-release'
import { stoppedClock, testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs } from '../../../support/sign-in'

/*
 * Upgrades a database of the first release, with rows in every table, to the present schema. One trial in it is over.
 * One trial for each randomisation method has seven participants and is about to draw the next.
 */

/** A day after the last event in the database of the first release. */
const LATER = '2026-11-23T08:00:00.000Z'

/** The number of rows of each table that the first release had. */
const rowsOf = async ({ queries }: TestDatabase): Promise<Map<string, number>> => {
  const counted = new Map<string, number>()
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(queries)
  for (const { name } of tables) {
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from ${sql.table(name)}`.execute(queries)
    counted.set(name, Number(rows[0]?.many))
  }
  return counted
}

/** The group of each participant, in tables that every version has. */
const groupsOf = async ({ queries }: TestDatabase): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select participant_groups.participant_id as id, study_groups.name
    from participant_groups join study_groups on study_groups.id = participant_groups.study_group_id`.execute(queries)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

describe.each(everyDatabase)('a database of the first release, $kind', ({ open }) => {
  let database: TestDatabase
  let before: Map<string, number>
  let groups: Map<number, string>
  let world: TestPortal | undefined
  const running = (): TestPortal => {
    if (!world) throw new Error('the portal did not start')
    return world
  }
  const trialIds = async () =>
    (await database.queries.selectFrom('trials').select('id').orderBy('id').execute()).map(({ id }) => id)

  beforeAll(async () => {
    database = await open(FIRST_RELEASE)
    await ofFirstRelease(database)
    before = await rowsOf(database)
    groups = await groupsOf(database)
  })
  afterAll(async () => {
    await (world ? world.stop() : database.close())
  })

  test('has rows in every table', () => {
    expect([...before].filter(([, many]) => many === 0)).toEqual([])
    expect(before.size).toBe(41)
  })

  test('is planned and rehearsed, and stays unchanged', async () => {
    const later = MIGRATIONS.slice(FIRST_RELEASE.length).map(({ name }) => name)
    expect(await plannedMigrations(database)).toEqual(later)
    expect(await rehearseMigrations(database)).toEqual(later)
    expect(await rowsOf(database)).toEqual(before)
  })

  test('keeps every row of every table', async () => {
    await migrate(database)
    const after = await rowsOf(database)
    after.delete('schema_migrations')
    const lost = [...before].filter(([name, many]) => name !== 'schema_migrations' && after.get(name) !== many)
    expect(lost).toEqual([])
    expect(await groupsOf(database)).toEqual(groups)
  })

  test('serves: every chain of the audit log and every ledger is valid', async () => {
    world = await testPortal({ database, clock: stoppedClock(LATER), seed: 'after the upgrade' })
    const checked = await checkChains(database.queries, {
      hidden: [],
      keys: running().context.config,
      isStopping: () => false,
    })
    expect(checked).toMatchObject({ wrong: [], is_complete: true })
    for (const id of await trialIds()) expect(await checkTrial(running().context, id)).toBeNull()
  })

  test('finds every entry of the audit log by the same terms as before', async () => {
    const { queries } = database
    const terms = sql`tsvector_to_array(audit_terms(id, chain, user_id, kind, description, changes))`
    const { rows: found } = await sql<{ term: string; before: number[]; after: number[] }>`
      with before as (select term, array_agg(id order by id) as ids from audit_log, unnest(${terms}) as term group by term),
      after as (
        select term, array_agg(audit_log_id order by audit_log_id) as ids
        from audit_search, unnest(tsvector_to_array(terms)) as term group by term
      )
      select term, coalesce(before.ids, '{}') as before, coalesce(after.ids, '{}') as after
      from before full join after using (term) where term not like 'b%'`.execute(queries)
    expect(found.length).toBeGreaterThan(200)
    expect(found.filter(({ before: earlier, after }) => !isDeepStrictEqual(earlier, after))).toEqual([])
    const nobody = { trials: [], by_words: [], packs: [], by_day: [], reader: 0 }
    const all = {
      q: '',
      named: [],
      user_id: null,
      trial_id: null,
      participant: null,
      pack_id: '',
      kinds: [],
      hidden: [],
    }
    const days = { from: null, until: LATER, is_reviewed: null, unsearched: nobody, order: 'desc' as const }
    const { total } = await searchAudits(queries, { ...all, ...days, page: 1, page_size: 10, limit: 10_000 })
    expect(total).toBe(before.get('audit_log'))
  })

  test('shows every participant in their group', async () => {
    const administrator = await signedInAs(running(), 'administrator')
    const shown = new Map<number, string | undefined>()
    for (const id of (await trialIds()).slice(1)) {
      const { data } = valueOf(await ask(administrator, listParticipants.response, `trials/${id}/participants`))
      for (const participant of data) shown.set(participant.id, participant.study_group?.name ?? undefined)
    }
    expect(shown.size).toBe(28)
    for (const [id, name] of shown) expect(name).toBe(groups.get(id))
  })

  test('continues to randomise by every method, and the ledgers stay valid', async () => {
    const administrator = await signedInAs(running(), 'administrator')
    for (const id of (await trialIds()).slice(1)) {
      const sites = await database.queries.selectFrom('sites').select('id').where('trial_id', '=', id).execute()
      const strata = await database.queries
        .selectFrom('trial_strata')
        .innerJoin('trial_stratum_options', 'trial_stratum_options.trial_stratum_id', 'trial_strata.id')
        .select(['trial_strata.id as trial_stratum_id', 'trial_stratum_options.id as trial_stratum_option_id'])
        .where('trial_id', '=', id)
        .orderBy('trial_stratum_options.id')
        .execute()
      for (let place = 0; place < 6; place += 1) {
        const body = { site_id: sites[place % sites.length]?.id, participant_strata: [strata[place % strata.length]] }
        expect(await randomise(administrator, id, body)).toMatchObject({ status: 201 })
      }
      expect(await checkTrial(running().context, id)).toBeNull()
    }
  })
})
