import { auditLog, listAuditLogs } from '#contract/audit-logs'
import { listParticipants } from '#contract/participants'
import { LIST_COLUMNS, NAMING_COLUMN } from '#domain/desk/display-settings'
import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { orderPacks } from '#domain/study-packs/study-pack-order'
import { PACK_SORTS } from '#domain/study-packs/study-pack-sorts'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { grant } from '../../../../support/a-trial'
import { ask, posted, valueOf } from '../../../../support/ask'
import { readChain } from '../../../../support/audit-chain'
import { downloadExport, exported, exportPaths, exportToken, strictCsv } from '../../../../support/export-calls'
import { givePacks } from '../../../../support/many-packs'
import { giveParticipants } from '../../../../support/many-participants'
import { changePermission, drawnAt, GROUP_WORDS } from '../../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { readXlsx } from '../../../../support/read-xlsx'
import { act, packsShown, packTrial, type PackTrial } from '../../../../support/study-packs'

let world: TestPortal
let trial: PackTrial
let paths: ReturnType<typeof exportPaths>

/** Seven participants, five of them at the first site, a pack for each, and some spare packs. */
beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, {
    title: 'A trial, "quoted"',
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    sites: [{ title: 'Hôpital, Nord' }, { title: 'Southern General' }],
    packs: 10,
  })
  paths = exportPaths(trial.trial_id)
  const { people } = trial
  const drawn = []
  for (const site of [0, 0, 0, 0, 0, 1, 1]) drawn.push(await drawnAt(people.administrator, trial, site, [site]))
  const flag = `trials/${trial.trial_id}/participants/${drawn[1]?.id}/flag`
  await people.nurse.fetch(flag, posted({ comment: '=1+1\nand "more"' }))
  await trial.pack('inactive', { pack_id: '=2+3', batch_id: '@batch', expire_on: '2026-11-20', site_id: null })
  await trial.pack('expired', { pack_id: 'OLD-1', batch_id: 'Old', expire_on: '2026-11-20', duration: 28 })
  await changePermission(world, trial, 'monitor', { is_blinded_whole: true })
})
afterAll(() => world.stop())

const csvOf = async (who: SampleAccountKey, name: 'participants' | 'study-packs', query = '') => {
  const { bytes, problem } = await exported(world.url, trial.people[who], paths[name], 'csv', query)
  if (problem) throw new Error(JSON.stringify(problem))
  return strictCsv(bytes)
}
const entriesOf = async (who: SampleAccountKey, query = '') => {
  const { bytes } = await exported(world.url, trial.people[who], paths['audit-log'], 'json', query)
  return v.parse(EXPORTED, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).entries
}
const EXPORTED = v.strictObject({ exported_at: v.string(), entries: v.array(v.omit(auditLog, ['subjects'])) })

describe('people export only what they may see', () => {
  test.each<[keyof ReturnType<typeof exportPaths>, SampleAccountKey, string]>([
    ['study-packs', 'nurse', '403 forbidden'],
    ['study-packs', 'monitor', '403 forbidden'],
    ['audit-log', 'coordinator', '403 forbidden'],
  ])('the %s, requested by the %s is refused', async (name, who, expected) => {
    const { status, problem } = await exportToken(trial.people[who], paths[name])
    expect(`${status} ${problem?.code}`).toBe(expected)
  })

  test('a trial that they may not know of is refused', async () => {
    const other = await packTrial(world)
    await changePermission(world, other, 'monitor', { ended_at: world.clock.now() })
    const { status } = await exportToken(trial.people.monitor, exportPaths(other.trial_id).participants)
    expect(status).toBe(404)
  })

  test.each(['study-packs', 'audit-log'] as const)('a token for something else is refused: %s', async (name) => {
    const { token } = valueOf(await exportToken(trial.people.administrator, paths.participants))
    const { problem } = await downloadExport(world.url, paths[name], `token=${token}&format=xlsx`)
    expect(problem?.code).toBe('download_token_invalid')
  })

  test('a list that they could see when they asked, and no longer can, is refused', async () => {
    const { token } = valueOf(await exportToken(trial.people.pharmacist, paths['study-packs']))
    const delegated = world.database.queries
      .updateTable('user_permissions')
      .where('trial_id', '=', trial.trial_id)
      .where('user_id', '=', world.personId('pharmacist'))
    await delegated.set({ has_study_packs_access: false }).execute()
    const { problem } = await downloadExport(world.url, paths['study-packs'], `token=${token}&format=csv`)
    await delegated.set({ has_study_packs_access: true }).execute()
    expect(problem?.code).toBe('forbidden')
  })

  test.each(['format=pdf', 'format=csv&flag_status=Maybe', 'format=csv&page=1', 'format=json'])('%s', async (query) => {
    const { response } = await downloadExport(world.url, paths.participants, `token=none&${query}`)
    expect(response.status).toBe(422)
  })
})

describe('participants', () => {
  test('come as the list shows them, a text that would be a formula made harmless', async () => {
    const [newest, ...others] = await csvOf('administrator', 'participants')
    expect(others).toHaveLength(6)
    expect(newest).toMatchObject({
      'Sequence number': '7',
      'Randomised at (Etc/UTC)': '2026-11-21 05:03:00+00:00',
      Site: 'Southern General',
      'Sex (as used)': 'Male',
      'Study group': expect.stringMatching(GROUP_WORDS),
      'Study pack status': 'Allocated (not dispensed)',
      'Flag status': 'Unflagged',
      Flags: '',
      Unblinded: 'No',
    })
    const flagged = others.find((row) => row['Flag status'] === 'Flagged')
    expect(flagged?.['Flags']).toMatch(/^Flagged by .*: =1\+1\nand "more"$/)
    expect(flagged?.['Site']).toBe('Hôpital, Nord')
  })

  test.each([
    ['flag_status=Flagged', ['2']],
    ['q=3', ['3']],
    ['sort=date&order=asc', ['1', '2', '3', '4', '5', '6', '7']],
    ['q=nobody', []],
  ])('are filtered as the list is: %s', async (query, numbers) => {
    const rows = await csvOf('administrator', 'participants', query)
    expect(rows.map((row) => row['Sequence number'])).toEqual(numbers)
  })

  test('of a site', async () => {
    const rows = await csvOf('administrator', 'participants', `site_id=${trial.sites[1]?.id}`)
    expect(rows.map((row) => row['Sequence number'])).toEqual(['7', '6'])
  })

  test('are cut to the sites of the person who exports them, and blinded for them', async () => {
    const rows = await csvOf('unblinder', 'participants')
    expect(rows.map((row) => row['Sequence number'])).toEqual(['5', '4', '3', '2', '1'])
    expect(new Set(rows.map((row) => row['Study group']))).toEqual(new Set(['Blinded']))
    expect(Object.keys(rows[0] ?? {})).not.toContain('Sex (as used)')
    expect(JSON.stringify(await csvOf('monitor', 'participants'))).not.toMatch(GROUP_WORDS)
  })

  test('are all there, however many readings it takes, and agree with the list', async () => {
    const many = await packTrial(world, { is_participant_id_used: true })
    const { queries } = world.database
    await giveParticipants(queries, many.trial_id, { count: 1203, days: 30, until: world.clock.now() })
    const path = exportPaths(many.trial_id).participants
    const { bytes } = await exported(world.url, many.people.administrator, path, 'csv', 'q=P-1&sort=date')
    const rows = strictCsv(bytes)
    const listed = valueOf(
      await ask(
        many.people.administrator,
        listParticipants.response,
        `trials/${many.trial_id}/participants?q=P-1&sort=date&page_size=100`,
      ),
    )
    expect(rows).toHaveLength(listed.total)
    expect(rows.slice(0, 100).map((row) => row['Participant ID'])).toEqual(
      listed.data.map(({ participant_id }) => participant_id),
    )
  })
})

/** The sites by their place in this list, to order rows by title. */
const SITES = ['Hôpital, Nord', 'Southern General']

/** The cells of a row that show its pack, and nothing else. */
const placeOf = (row: Record<string, string>) => {
  const site = SITES.indexOf(row['Site'] ?? '')
  return {
    pack_id: row['Study pack ID'] ?? '',
    batch_id: row['Batch'] ?? '',
    study_pack_status_id: STUDY_PACK_STATUSES.find(({ name }) => name === row['Status'])?.id ?? 0,
    site_id: site === -1 ? null : site,
    duration: row['Duration (days)'] ? Number(row['Duration (days)']) : null,
    last_allocation_date: row['Last allocation date'] || null,
    participant: row['Participant'] ? { trial_sequence_no: Number(row['Participant']) } : undefined,
  }
}

describe('study packs', () => {
  test.each([
    ['sort=pack_id&order=desc', 'Study pack ID'],
    ['sort=site&order=desc', 'Site'],
    ['sort=last_allocation_date', 'Last allocation date'],
  ])('come in the order of their list, however many readings it takes: %s', async (query, heading) => {
    const cells = (await csvOf('administrator', 'study-packs', query)).map((row) => row[heading] ?? '')
    const filled = cells.filter((cell) => cell !== '')
    const ordered = filled.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
    expect(cells).toEqual([...(query.endsWith('desc') ? ordered.toReversed() : ordered), ...cells.slice(filled.length)])
    expect(cells.slice(filled.length).join('')).toBe('')
  })

  test.each(PACK_SORTS.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order }))))(
    'are ordered only by values that their reader is shown: $sort $order',
    async ({ sort, order }) => {
      const shown = (await csvOf('pharmacist', 'study-packs')).map((row) => ({ ...placeOf(row), row }))
      const ordered = orderPacks(shown, { sort, order }, (siteId) => (siteId === null ? null : (SITES[siteId] ?? null)))
      expect(await csvOf('pharmacist', 'study-packs', `sort=${sort}&order=${order}`)).toEqual(
        ordered.map(({ row }) => row),
      )
    },
  )

  test.each(['sort=study_group', 'sort=id', 'sort=batch&order=up'])('have no order by %s', async (query) => {
    const { problem } = await downloadExport(world.url, paths['study-packs'], `token=none&format=csv&${query}`)
    expect(problem?.code).toBe('validation_failed')
  })

  test('come with their groups for people who may know them, a text that would be a formula made harmless', async () => {
    const rows = await csvOf('administrator', 'study-packs')
    expect(rows).toHaveLength(42)
    expect(rows.find((row) => row['Study pack ID'] === 'OLD-1')).toEqual({
      'Study pack ID': 'OLD-1',
      Batch: 'Old',
      Status: 'Expired',
      Site: 'Hôpital, Nord',
      'Study group': 'Zanamivir',
      'Expiry date': '2026-11-20',
      'Duration (days)': '28',
      'Last allocation date': '2026-10-23',
      Participant: '',
    })
    expect(rows.find((row) => row['Batch'] === "'@batch")).toMatchObject({ 'Study pack ID': "'=2+3", Site: '' })
  })

  test.each<[string, number]>([
    ['status=allocated', 7],
    ['status=allocated&status=expired', 8],
    ['expiry=past', 2],
    ['expiry=later&status=active', 33],
    ['site_id=none', 1],
    ['batch_id=Old', 1],
    ['q=old-', 1],
  ])('are filtered as the list is: %s', async (query, many) => {
    expect(await csvOf('administrator', 'study-packs', query)).toHaveLength(many)
  })

  test('are filtered by group only for people who may know it', async () => {
    const query = `study_group_id=${trial.study_groups[0]?.id}&status=active&status=allocated`
    expect(await csvOf('administrator', 'study-packs', query)).toHaveLength(20)
    expect(await csvOf('coordinator', 'study-packs', query)).toEqual([])
  })

  test('are cut to the sites of the person who exports them, without their groups', async () => {
    const rows = await csvOf('blinded-nurse', 'study-packs')
    expect(rows).toHaveLength(20)
    expect(new Set(rows.map((row) => row['Site']))).toEqual(new Set(['Southern General']))
    expect(JSON.stringify(rows)).not.toMatch(GROUP_WORDS)
    expect(Object.keys(rows[0] ?? {})).not.toContain('Study group')
  })
})

describe('the audit log', () => {
  test('comes as the list shows it except for its links, each entry whole', async () => {
    const query = `trial_id=${trial.trial_id}&kind=trial_created`
    const [entry, ...others] = await entriesOf('administrator', query)
    expect(others).toEqual([])
    const listed = valueOf(await ask(trial.people.administrator, listAuditLogs.response, `audit-logs?${query}`))
    const { subjects: _links, ...shown } = listed.data[0] ?? { subjects: null }
    expect(entry).toEqual(shown)
  })

  test('comes whole, newest first, where no filter is set', async () => {
    const entries = await entriesOf('administrator')
    const ids = entries.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const { total } = valueOf(await ask(trial.people.administrator, listAuditLogs.response, 'audit-logs'))
    expect(total).toBe(ids.length + 1)
  })

  test('comes oldest first where its list does', async () => {
    const ids = (await entriesOf('administrator', 'order=asc')).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('is cut to what the person who exports it may read', async () => {
    const entryText = async () => JSON.stringify(await entriesOf('administrator', `trial_id=${trial.trial_id}`))
    const group = trial.study_groups[0]?.id
    await csvOf('administrator', 'study-packs', `study_group_id=${group}&status=inactive`)
    expect(await entryText()).toMatch(GROUP_WORDS)
    expect(await entryText()).toContain('filter.study_group_id')
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id: trial.trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    const blinded = await entryText()
    await changePermission(world, trial, 'administrator', { ended_at: world.clock.now() })
    expect(blinded).not.toMatch(GROUP_WORDS)
    expect(blinded).not.toContain('filter.study_group_id')
  })

  test('records each export: its list, its form, its number of rows and its filters', async () => {
    const group = trial.study_groups[0]?.id
    await csvOf('administrator', 'study-packs', `study_group_id=${group}&status=active&status=allocated`)
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'list_exported',
      description: `Study packs of trial ${trial.trial_id} exported as CSV`,
      user_id: world.personId('administrator'),
      role: 'System administrator',
      changes: [
        { field: 'rows', old: null, new: 20 },
        { field: 'filter.status', old: null, new: 'active, allocated' },
        { field: 'filter.study_group_id', old: null, new: group },
        { field: 'filter.sort', old: null, new: 'batch' },
        { field: 'filter.order', old: null, new: 'asc' },
      ],
    })
  })
})

describe('the chosen columns', () => {
  const headings = async (who: SampleAccountKey, name: 'participants' | 'study-packs', columns: string[]) => {
    const query = columns.map((column) => `columns=${column}`).join('&')
    return Object.keys((await csvOf(who, name, query))[0] ?? {})
  }

  test('are those of the file, in their order', async () => {
    expect(await headings('administrator', 'participants', ['study_packs', 'trial_sequence_no', 'site'])).toEqual([
      'Study pack',
      'Study pack status',
      'Sequence number',
      'Site',
    ])
    expect(await headings('administrator', 'participants', ['trial_sequence_no'])).toEqual(['Sequence number'])
    expect(await headings('administrator', 'study-packs', ['site_id', 'pack_id', 'study_group'])).toEqual([
      'Site',
      'Study pack ID',
      'Batch',
      'Study group',
    ])
  })

  test('each have a column in the file, whatever the list has', async () => {
    for (const [name, list] of [
      ['participants', 'participants'],
      ['study-packs', 'study_packs'],
    ] as const) {
      for (const column of LIST_COLUMNS[list]) {
        // The trial has no IDs of participants.
        if (column === 'participant_id') continue
        const both = await headings('administrator', name, [...new Set([NAMING_COLUMN[list], column])])
        const one = await headings('administrator', name, [NAMING_COLUMN[list]])
        expect([column, both.length > one.length]).toEqual([column, column !== NAMING_COLUMN[list]])
      }
    }
  })

  test('show a blinded person no more of a group than the list does', async () => {
    expect(await headings('blinded-nurse', 'study-packs', ['pack_id', 'study_group'])).toEqual([
      'Study pack ID',
      'Batch',
    ])
    const rows = await csvOf('unblinder', 'participants', 'columns=study_group&columns=trial_sequence_no')
    expect(new Set(rows.map((row) => row['Study group']))).toEqual(new Set(['Blinded']))
  })

  test('are combined with the filters, and are in the audit log beside them', async () => {
    const query = 'columns=trial_sequence_no&columns=site&flag_status=Flagged'
    expect(await csvOf('administrator', 'participants', query)).toEqual([
      { 'Sequence number': '2', Site: 'Hôpital, Nord' },
    ])
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)?.changes).toEqual(
      expect.arrayContaining([
        { field: 'columns', old: null, new: 'trial_sequence_no, site' },
        { field: 'filter.flag_status', old: null, new: 'Flagged' },
      ]),
    )
  })

  test('are those of a workbook of the audit log, and its JSON is whole', async () => {
    const { administrator } = trial.people
    const narrowed = `trial_id=${trial.trial_id}&columns=id&columns=user&columns=description`
    const { bytes } = await exported(world.url, administrator, paths['audit-log'], 'xlsx', narrowed)
    expect(readXlsx(bytes).rows[0]).toEqual(['ID', 'Actioned by', 'User ID', 'Description'])
    const { problem } = await exported(world.url, administrator, paths['audit-log'], 'json', narrowed)
    expect([problem?.status, problem?.fields]).toEqual([422, { columns: 'JSON has every entry whole' }])
  })

  test.each([
    ['participants', 'columns=trial_sequence_no&columns=confirmation_code'],
    ['participants', 'columns=trial_sequence_no&columns=flags'],
    ['participants', 'columns=trial_sequence_no&columns=trial_sequence_no'],
    ['participants', 'columns=site'],
    ['participants', 'columns='],
    ['participants', 'columns=trial_sequence_no&columns=constructor'],
    ['study-packs', 'columns=pack_id&columns=trial_sequence_no'],
    ['audit-log', 'columns=id&columns=changes'],
  ] as const)('of %s are refused where the list does not have them: %s', async (name, query) => {
    const { value } = await exportToken(trial.people.administrator, paths[name])
    const { problem } = await downloadExport(world.url, paths[name], `token=${value?.token}&format=xlsx&${query}`)
    expect([problem?.status, Object.keys(problem?.fields ?? {})[0]]).toEqual([422, 'columns'])
  })
})

test('a cell of the audit log says how many changes of an entry did not fit', async () => {
  const { people, trial_id } = trial
  await givePacks(world.database.queries, trial_id, { count: 2000, around: '2027-01-01' })
  const permitting = (await packsShown(trial, people.administrator)).filter(({ study_pack_status_id }) =>
    permitsAction(study_pack_status_id, 'update'),
  )
  const study_pack_ids = permitting.map(({ id }) => id)
  const acknowledge_pattern = 'Only some packs may be updated'
  const update = { study_pack_ids, expire_on: '2030-01-31', duration: 9, acknowledge_pattern }
  valueOf(await act(trial, people.administrator, 'update', update))
  const query = `trial_id=${trial_id}&kind=study_packs_updated`
  const [entry] = await entriesOf('administrator', query)
  const { bytes } = await exported(world.url, people.administrator, paths['audit-log'], 'xlsx', query)
  const lines = String(readXlsx(bytes).rows[1]?.[10]).split('\n')
  const more = /and ([\d,]+) more, which are in the JSON export$/.exec(lines.at(-1) ?? '')?.[1]
  expect(lines.length - 1 + Number(more?.replaceAll(',', ''))).toBe(entry?.changes.length)
  const { field, old, new: now } = entry?.changes[1] ?? {}
  expect(lines.slice(0, 2)).toEqual([
    `1. acknowledge_pattern: nothing → ${acknowledge_pattern}`,
    `2. ${field}: ${old} → ${now}`,
  ])
})

test('a file is named after its trial, its list and its day', async () => {
  const { administrator } = trial.people
  const texts = []
  for (const [path, format] of [
    [paths.participants, 'csv'],
    [paths['study-packs'], 'xlsx'],
    [paths['audit-log'], 'json'],
  ] as const) {
    const { response } = await exported(world.url, administrator, path, format)
    texts.push(`${response.headers.get('Content-Type')} ${response.headers.get('Content-Disposition')}`)
  }
  expect(texts).toEqual([
    `text/csv attachment; filename="trial-${trial.trial_id}-participants-2026-11-21.csv"`,
    `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet attachment; filename="trial-${trial.trial_id}-study-packs-2026-11-21.xlsx"`,
    'application/json attachment; filename="audit-log-2026-11-21.json"',
  ])
})
