import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../../src/server/ground/db/migrate'
import { checkTrial } from '../../../../src/server/use-cases/operation/self-check/check-trial'
import { embeddedDatabase } from '../../../support/database'
import { beginStory } from '../../../support/begin-story'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInThrough } from '../../../support/sign-in'
import { actedUpon, pausedAndEnded, recruited } from '../../../support/story-actions'
import { labelsPrinted, packsHandled } from '../../../support/story-packs'
import { listsExported, looked } from '../../../support/story-reads'

/*
 * During a rolling upgrade, servers of this version run on the schema of the next. Later migrations must only add, and
 * an older program must not notice what they add.
 */

/** The last migration of the version that the servers run. */
const HERE = '0031-external-account-places'

/** Statements that break servers of the previous version: decision 0051. */
const NOT_ADDITIVE =
  /\bdrop\s+(table|column)\b|\brename\b|\balter\s+column\s+\w+\s+(set\s+not\s+null|(set\s+data\s+)?type)\b/i

/**
 * Names the constraints that a migration drops without a replacement. A foreign key may be replaced by a stricter one
 * that begins with its column, a closed list by another of its name, and a check by a looser one, whose name begins its own.
 */
const lostConstraints = (text: string): string[] =>
  [...text.matchAll(/alter table (\w+)([^;]*)/gi)].flatMap(([, table = '', actions = '']) => {
    const dropped = [...actions.matchAll(/drop constraint (\w+)/gi)].map(([, name = '']) => name)
    const keys = [...actions.matchAll(/add constraint \w+\s+foreign key \((\w+)/gi)].map(([, column]) => column)
    const lists = [...actions.matchAll(/add constraint (\w+_listed)\s+check/gi)].map(([, name]) => name)
    const checks = [...actions.matchAll(/add constraint (\w+)\s+check/gi)].map(([, name]) => name)
    return dropped
      .filter((name) => !lists.includes(name) && !checks.some((check) => name.startsWith(`${check}_`)))
      .filter((name) => !keys.some((column) => name === `${table}_${column}_fkey`))
  })

test('every later migration only adds', () => {
  const later = MIGRATIONS.filter(({ name }) => name > HERE)
  expect(later.filter(({ text }) => NOT_ADDITIVE.test(text)).map(({ name }) => name)).toEqual([])
  expect(later.flatMap(({ text }) => lostConstraints(text))).toEqual([])
  for (const { name, text } of later)
    for (const [column] of text.matchAll(/add column[^,;]*not null[^,;]*/gi))
      expect(column, `${name}: a program of before stores rows without it`).toMatch(/default/i)
})

test.each([
  ['alter table a drop constraint a_b_fkey', ['a_b_fkey']],
  ['alter table a drop constraint a_b_key, add constraint a_b_listed check (b in (1, 2))', ['a_b_key']],
  ['alter table a drop constraint a_b_fkey, add constraint a_b_of_c foreign key (b, c) references d (b, c)', []],
  ['alter table a drop constraint a_b_listed, add constraint a_b_listed check (b in (1, 2))', []],
  ['alter table a drop constraint a_b_fkey, add constraint a_c_listed check (c in (1, 2))', ['a_b_fkey']],
  ['alter table a drop constraint a_b_fkey, add constraint a_of_c foreign key (c) references d (c)', ['a_b_fkey']],
  ['alter table a drop constraint a_b_c, add constraint a_b check (true)', []],
  ['alter table a drop constraint a_b, add constraint a_b_c check (true)', ['a_b']],
  ['alter table a drop constraint a_b_fkey; alter table a add constraint a_b_c check (true)', ['a_b_fkey']],
])('of %s the constraint is detected: %s', (text, missed) => {
  expect(lostConstraints(text)).toEqual(missed)
})

/** A query of an older version that joins two tables and names such a column without its table becomes ambiguous. */
test("no later migration adds a column with the name of another table's", async () => {
  const later = MIGRATIONS.filter(({ name }) => name > HERE).map(({ text }) => text)
  const added = later.flatMap((text) => [...text.matchAll(/add column (\w+)/gi)]).map(([, column = '']) => column)
  const database = await embeddedDatabase(MIGRATIONS.filter(({ name }) => name <= HERE))
  const { rows } = await sql<{ name: string }>`
    select distinct attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and attnum > 0`.execute(database.queries)
  await database.close()
  expect(rows.map(({ name }) => name).filter((name) => added.includes(name))).toEqual([])
})

let world: TestPortal
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'equipoise-beside-'))
  world = await testPortal({ environment: { DATA_DIR: folder } })
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

test('a trial works while every table has one column more', async () => {
  const { queries } = world.database
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(queries)
  for (const { name } of rows)
    await sql`alter table ${sql.id(name)} add column of_a_newer_version text default 'unknown here'`.execute(queries)
  await signedInThrough(world, 'sso', 'nurse')
  const design = { block_size_min: 2, block_size_max: 6 }
  const groups = [
    { name: 'Zanamivir', label: 'Kit L' },
    { name: 'Oseltamivir', label: 'Kit K' },
  ]
  const story = await beginStory(world, { is_blinded_whole: true }, { ...design, study_groups: groups })
  await recruited(story)
  await actedUpon(story)
  await packsHandled(story)
  await looked(story)
  await pausedAndEnded(story)
  await listsExported(story)
  await labelsPrinted(story)
  expect(await checkTrial(world.context, story.id)).toBeNull()
}, 120_000)
