import { API_BASE } from '#contract/api-address'
import { DOCUMENT_FORMATS, TRIAL_DOCUMENT_NAMES } from '#domain/reports/trial-document'
import { REPORTS } from '#domain/reports/report'
import { strFromU8, unzipSync } from 'fflate'
import * as v from 'valibot'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { posted } from './ask'
import { idsOf, NORTH, type Story } from './begin-story'
import { documentFile, documentPath } from './document-calls'
import { exported, exportPaths, exportToken, strictCsv } from './export-calls'
import { deliverMail } from './mail-room'
import { readDocx } from './read-docx'
import { printed } from './read-symbols'
import { filled, READS } from './reads'
import { readXlsx } from './read-xlsx'
import { packIdsOf, packsOf } from './story-packs'

/** Words that a search might find if it looked in hidden fields. */
const WORDS = ['P-1', '7', 'Zanamivir', 'Oseltamivir', 'Baloxavir', 'Kit', 'Kit K', 'Kit L']

/** Sends every read, and those about the participants with events. */
export const looked = async (story: Story, more: readonly string[] = []) => {
  const { world, send, id, trial } = story
  await deliverMail(world)
  const pid = await idsOf(story)
  const pack = await packsOf(story)
  const ids = {
    trial_id: id,
    site_id: trial.sites[NORTH]?.id ?? 0,
    participant_id: pid(1),
    user_id: world.personId('nurse'),
    simulation_id: 1,
    study_pack_id: pack(1).study_pack_id ?? 0,
    audit_log_id: await entryOf(story),
  }
  const paths = [
    ...READS.map(([, { path }]) => filled(path, ids)),
    ...[2, 3, 4, 5, 6, 7].map((number) => `trials/${id}/participants/${pid(number)}/history`),
    `trials/${id}/study-packs?logs=true`,
    ...[2, 3, 4, 6, 9].map((number) => `trials/${id}/study-packs/${pack(number).study_pack_id}`),
    `trials/${id}/participants/${pid(9)}/history`,
    ...more,
  ]
  for (const { key } of SAMPLE_ACCOUNTS) {
    for (const path of paths) await send(key, path)
    for (const report of REPORTS) await send(key, `trials/${id}/reports/${report.name}`, { type: 'data' })
    await send(key, 'reports/mgmt', { type: 'data' })
    await downloaded(story, key)
    await balanceAsPdf(story, key)
    await documentsRead(story, key)
  }
}

/** The entry of the trial's creation, which shows its design. */
const entryOf = async ({ world, id }: Story): Promise<number> => {
  const entries = world.database.queries.selectFrom('audit_log').select('id').where('trial_id', '=', id)
  const created = await entries.where('kind', '=', 'trial_created').executeTakeFirstOrThrow()
  return created.id
}

/** The balance as a PDF, whose bytes only depend on its content. */
const balanceAsPdf = async ({ world, people, answersOf, id }: Story, key: SampleAccountKey) => {
  for (const name of ['balance', 'balance-open']) {
    const path = `trials/${id}/reports/${name}`
    const response = await people[key].fetch(path, posted({ type: 'token' }))
    if (!response.ok) continue
    const { token } = v.parse(v.object({ token: v.string() }), await response.json())
    const file = await fetch(`${world.url}${API_BASE}/${path}/download?format=pdf&token=${token}`)
    answersOf[key].push(`${name} ${Buffer.from(await file.arrayBuffer()).toString('base64')}`)
  }
}

/** The documents of the trial, word by word, or the refusal, for this person. */
const documentsRead = async ({ world, people, answersOf, id }: Story, key: SampleAccountKey) => {
  for (const name of TRIAL_DOCUMENT_NAMES) {
    const asked = await people[key].fetch(documentPath(id, name), { method: 'POST' })
    if (!asked.ok) {
      answersOf[key].push(`${name} ${asked.status} ${await asked.text()}`)
      continue
    }
    for (const format of DOCUMENT_FORMATS) {
      const { response, bytes } = await documentFile(world, people[key], { trial_id: id }, { name, format })
      const words = format === 'docx' ? readDocx(bytes) : (await printed(bytes, 36)).map(({ text }) => text)
      answersOf[key].push(`${name} ${response.headers.get('Content-Disposition')} ${words.join('\n')}`)
    }
  }
}

/** The workbooks of the reports of the trial and of the system, cell by cell, where this person may have them. */
const downloaded = async ({ world, people, answersOf, id }: Story, key: SampleAccountKey) => {
  for (const path of [...REPORTS.map(({ name }) => `trials/${id}/reports/${name}`), 'reports/mgmt']) {
    const response = await people[key].fetch(path, posted({ type: 'token' }))
    if (!response.ok) continue
    const { token } = v.parse(v.object({ token: v.string() }), await response.json())
    const file = await fetch(`${world.url}${API_BASE}/${path}/download?token=${token}`)
    answersOf[key].push(
      `${file.headers.get('Content-Disposition')} ${JSON.stringify(readXlsx(new Uint8Array(await file.arrayBuffer())))}`,
    )
  }
}

/** The lists as files, filtered and unfiltered, where a person may have them. */
export const listsExported = async (story: Story) => {
  for (const { key } of SAMPLE_ACCOUNTS) await exportedBy(story, key)
}

const exportedBy = async ({ world, people, answersOf, id, trial }: Story, key: SampleAccountKey) => {
  const paths = exportPaths(id)
  const take = async (name: keyof typeof paths, format: string, query: string, read: (file: Uint8Array) => unknown) => {
    if (!(await exportToken(people[key], paths[name])).value) return
    const { response, bytes } = await exported(world.url, people[key], paths[name], format, query)
    const headers = response.headers.get('Content-Disposition')
    answersOf[key].push(`${name} ${query} ${headers} ${JSON.stringify(read(bytes))}`)
  }
  for (const query of ['', 'sort=date&order=asc', 'q=Kit', 'flag_status=Flagged']) {
    await take('participants', 'csv', query, strictCsv)
  }
  await take('participants', 'xlsx', '', sheetText)
  const rowsOfCsv = (file: Uint8Array) => withoutNames(strictCsv(file).map((row) => Object.values(row)))
  const rowsOfXlsx = (file: Uint8Array) => {
    const { title, rows } = readXlsx(file)
    return [title, rows[0], ...withoutNames(rows.slice(1))]
  }
  await take('study-packs', 'csv', 'status=allocated&status=active', rowsOfCsv)
  for (const query of ['', 'status=allocated&status=active']) await take('study-packs', 'xlsx', query, rowsOfXlsx)
  for (const group of trial.study_groups) {
    await take('study-packs', 'csv', `study_group_id=${group.id}`, rowsOfCsv)
    await take('study-packs', 'xlsx', `study_group_id=${group.id}`, rowsOfXlsx)
  }
  // In these orders equal rows are sorted by pack ID. Chance decides which of several equal packs is allocated.
  await take('study-packs', 'csv', 'sort=status', (file) => strictCsv(file).map((row) => row['Status']))
  await take('study-packs', 'csv', 'sort=site&order=desc', (file) => strictCsv(file).map((row) => row['Site']))
  await take('study-packs', 'csv', 'sort=participant', (file) =>
    strictCsv(file)
      .filter((row) => row['Participant'] !== '')
      .map((row) => Object.values(row).slice(1).join(' ')),
  )
  for (const query of ['', 'content=dictionary']) {
    await take('analysis', 'csv', query, strictCsv)
    await take('analysis', 'xpt', query, xportText)
  }
  await take('reference-set', 'csv', 'test=1', strictCsv)
  for (const query of ['', 'state=sent', 'columns=event&columns=sent_at']) await take('emails', 'csv', query, strictCsv)
  await take('users', 'csv', 'sort=id', strictCsv)
  await take('audit-log', 'json', '', (file) => new TextDecoder().decode(file))
  await take('audit-log', 'xlsx', `trial_id=${id}`, sheetText)
}

/** A transport file as text, only to be compared. */
const xportText = (file: Uint8Array): string => Buffer.from(file).toString('latin1')

/** A sheet as text, only to be compared. */
const sheetText = (file: Uint8Array): string =>
  strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

/** Rows of packs in an order of their own, without ids: chance decides which of several equal packs is allocated. */
const withoutNames = (rows: readonly unknown[][]): string[] =>
  rows.map((row) => JSON.stringify(row.slice(1))).toSorted()

/** The reads that sort, search and turn pages. */
export const searches = async (story: Story): Promise<string[]> => {
  const { id, trial } = story
  const packId = await packIdsOf(story)
  const list = `trials/${id}/participants`
  return [
    ...[1, 2, 3, 4].map((page) => `${list}?sort=sequence&order=asc&page=${page}&page_size=10`),
    ...[1, 2].map((page) => `${list}?sort=date&order=desc&page=${page}&page_size=25`),
    ...WORDS.map((q) => `${list}?q=${encodeURIComponent(q)}`),
    ...['Flagged', 'Unflagged'].map((status) => `${list}?flag_status=${status}&page_size=100`),
    ...trial.sites.map((site) => `${list}?site_id=${site.id}&page_size=1`),
    `trials/${id}/messages?state=sent&page_size=10&page=2`,
    `users?trial=${id}`,
    'trials?sort=title&order=desc&q=Kit',
    // A digit would find the ids of packs, and chance decides which of several equal packs is allocated.
    ...[...WORDS.filter((word) => word !== '7'), 'Randomise', 'nurse'].map((q) => `search?q=${encodeURIComponent(q)}`),
    `search?recent=trial-${id}&recent=randomise-${id}`,
    ...[1, 2, 3].map((page) => `audit-logs?page_size=100&page=${page}`),
    ...[1, 2, 3].map((page) => `audit-logs?sort=date&order=asc&page_size=100&page=${page}`),
    `audit-logs?order=asc&trial_id=${id}&q=pack&page_size=100`,
    ...[...WORDS, 'Self-check', 'group'].map((q) => `audit-logs?page_size=100&q=${encodeURIComponent(q)}`),
    `audit-logs?trial_id=${id}&participant=1&page_size=100`,
    ...[1, 2, 9].map((number) => `audit-logs?pack_id=${packId(number)}&page_size=100`),
  ]
}
