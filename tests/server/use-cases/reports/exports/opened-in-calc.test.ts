import { afterAll, beforeAll, expect, test } from 'vitest'
import { posted } from '../../../../support/ask'
import { exported, exportPaths, strictCsv } from '../../../../support/export-calls'
import { openInCalc } from '../../../../support/open-in-calc'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { randomise } from '../../../../support/randomise'
import { packTrial, type PackTrial } from '../../../../support/study-packs'
import { download, tokenFor } from '../report-calls'

/* A program that is not ours opens every workbook and shows texts as texts, never as formulas. */

const FORMULAS = {
  title: '=HYPERLINK("http://example.org","A trial")',
  site: '=1+1',
  participant_id: '=2+3',
  comment: '+SUM(A1:A9) & "x"\n=cmd|\'/c calc\'!A1',
  pack_id: '@SUM(4,4)',
  batch_id: '-3+5',
}

/**
 * A text with characters that an earlier version stored, and how it is shown. If one breaks a workbook, all later rows
 * are missing.
 */
const UNSOUND = 'Un\ufffe\uffff\u0001sound'
const MADE_SOUND = 'Un\ufffd\ufffd\u0001sound'

const SHEETS = ['long', 'short', 'balance-open', 'mgmt', 'participants', 'study-packs', 'audit-log'] as const
type Sheet = (typeof SHEETS)[number] | 'every-trial'

let world: TestPortal
let trial: PackTrial
let shown: (name: Sheet) => string[][]

beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, {
    title: FORMULAS.title,
    is_participant_id_used: true,
    sites: [{ title: FORMULAS.site }, { title: 'Jørgens Sygehus 王 🙂' }],
    packs: 2,
  })
  const { trial_id, people } = trial
  await trial.pack('inactive', { pack_id: FORMULAS.pack_id, batch_id: FORMULAS.batch_id })
  const { participants } = await randomise(people.administrator, trial_id, {
    site_id: trial.sites[0]?.id,
    participant_id: FORMULAS.participant_id,
  })
  const flag = `trials/${trial_id}/participants/${participants[0]?.id}/flag`
  await people.administrator.fetch(flag, posted({ comment: FORMULAS.comment }))
  const { queries } = world.database
  await queries
    .updateTable('trials')
    .set({ title: `${FORMULAS.title} ${UNSOUND}` })
    .where('id', '=', trial_id)
    .execute()
  const [site] = trial.sites
  await queries
    .updateTable('sites')
    .set({ title: `${FORMULAS.site} ${UNSOUND}` })
    .where('id', '=', site?.id ?? 0)
    .execute()
  await queries.updateTable('users').set({ name: UNSOUND }).execute()
  const paths = exportPaths(trial_id)
  const report = async (path: string) =>
    (await download(world.url, path, await tokenFor(people.administrator, path))).bytes
  const list = async (path: string) => (await exported(world.url, people.administrator, path, 'xlsx')).bytes
  shown = await openInCalc<Sheet>({
    long: await report(`trials/${trial_id}/reports/long`),
    short: await report(`trials/${trial_id}/reports/short`),
    'balance-open': await report(`trials/${trial_id}/reports/balance-open`),
    mgmt: await report(`trials/${trial_id}/reports/mgmt`),
    'every-trial': await report('reports/mgmt'),
    participants: await list(paths.participants),
    'study-packs': await list(paths['study-packs']),
    'audit-log': await list(paths['audit-log']),
  })
}, 120_000)
afterAll(() => world.stop())

test.each<[Sheet, readonly (keyof typeof FORMULAS)[]]>([
  ['long', ['site', 'participant_id', 'comment']],
  ['short', ['title']],
  ['balance-open', ['site']],
  ['mgmt', ['title']],
  ['every-trial', ['title']],
  ['participants', ['site', 'participant_id', 'comment']],
  ['study-packs', ['site', 'pack_id', 'batch_id']],
  ['audit-log', ['comment']],
])('%s', (name, texts) => {
  const [headings = [], ...rows] = shown(name)
  expect(rows.length).toBeGreaterThan(0)
  // A sheet that is read as one column, or in another order, is useless.
  for (const row of rows) expect(row).toHaveLength(headings.length)
  const cells = rows.flat()
  expect(texts.filter((text) => !cells.some((cell) => cell.includes(FORMULAS[text])))).toEqual([])
  expect(cells.filter((cell) => /^(#|Err:)/.test(cell))).toEqual([])
  expect(cells.some((cell) => cell.includes(MADE_SOUND))).toBe(true)
})

test('figures are numbers, and names are right in every script', () => {
  expect(shown('participants')[1]?.[0]).toBe('1')
  expect(shown('study-packs').flat()).toContain('Jørgens Sygehus 王 🙂')
})

test('the same list as a CSV file has the same rows, its formulas made harmless', async () => {
  const { bytes } = await exported(
    world.url,
    trial.people.administrator,
    exportPaths(trial.trial_id)['study-packs'],
    'csv',
  )
  const rows = strictCsv(bytes).map((row) => Object.values(row).map((cell) => cell.replaceAll(UNSOUND, MADE_SOUND)))
  const defused = (cell: string) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell)
  expect(rows).toEqual(
    shown('study-packs')
      .slice(1)
      .map((row) => row.map(defused)),
  )
})
