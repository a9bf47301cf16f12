import { getAuditLog, listAuditLogs } from '#contract/audit-logs'
import { flagParticipant } from '#contract/participants'
import { generateStudyPacks, importStudyPacks } from '#contract/study-pack-import'
import type { AuditKind } from '#domain/audit/audit-kind'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { chainFaults, readChain } from '../../../support/audit-chain'
import { exported, exportPaths } from '../../../support/export-calls'
import { drawnAt, GROUP_WORDS } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { readXlsx } from '../../../support/read-xlsx'
import { act, check, packsShown, packTrial, type PackTrial } from '../../../support/study-packs'

/* The history of imported packs, as people find it in the audit log by pack and by participant. */

let world: TestPortal
let trial: PackTrial
/** The pack of the first participant, and that of the second. */
let packs: { id: number; pack_id: string }[]
let spare: string

beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { is_dispense_checked: true })
  const { administrator, pharmacist, unblinder } = trial.people
  const study_groups = trial.study_groups.map(({ id }, index) => ({ id, count: index + 3 }))
  const asked = posted({ batch_id: 'Zanamivir', prefix: 'P', study_groups, site_id: trial.sites[0]?.id })
  valueOf(await ask(administrator, generateStudyPacks.response, trial.path('/generate'), asked))
  const rows = Array.from({ length: 12 }, (_, index) => ({
    pack_id: `Box ${7919 * index + 10_007}/a`,
    study_group: trial.study_groups['ABBABAABBAAB'[index] === 'A' ? 0 : 1]?.name,
    site: 'Northern General',
    expire_on: '2099-06-30',
  }))
  const list = posted({ batch_id: 'B1', study_packs: rows.toReversed() })
  valueOf(await ask(administrator, importStudyPacks.response, trial.path('/import'), list))
  const ids = (await packsShown(trial, administrator)).map(({ id }) => id)
  const sheet = posted({ study_pack_ids: ids, sheet: 'a4-24' })
  await administrator.fetch(trial.path('/labels'), sheet)
  valueOf(await act(trial, pharmacist, 'activate', { study_pack_ids: ids }))

  const drawn = [await drawnAt(pharmacist, trial, 0), await drawnAt(pharmacist, trial, 0)]
  packs = drawn.map(({ study_pack }) => study_pack ?? { id: 0, pack_id: '' })
  spare = rows.find(({ pack_id }) => packs.every((pack) => pack.pack_id !== pack_id))?.pack_id ?? ''
  const [first, second] = packs
  const flagging = `trials/${trial.trial_id}/participants/${drawn[0]?.id}/flag`
  valueOf(await ask(pharmacist, flagParticipant.response, flagging, posted({ comment: 'Withdrew' })))
  valueOf(await check(trial, unblinder, first?.id ?? 0))
  valueOf(await act(trial, pharmacist, 'dispense', { study_pack_id: first?.id }))
  valueOf(await act(trial, pharmacist, 'recall', { study_pack_id: first?.id }))
  valueOf(await act(trial, pharmacist, 'remove', { study_pack_id: second?.id }))
})
afterAll(() => world.stop())

const kindsFound = async (query: Record<string, string | number>): Promise<readonly AuditKind[]> => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const listed = await ask(trial.people.administrator, listAuditLogs.response, `audit-logs?${search}&page_size=100`)
  return valueOf(listed).data.map(({ kind }) => kind)
}
const IMPORTED = ['study_packs_activated', 'study_pack_labels_printed', 'study_packs_imported']

test('a pack finds its import, labels, activation, allocation, and all other actions on it', async () => {
  expect(await kindsFound({ pack_id: packs[0]?.pack_id.toUpperCase() ?? '' })).toEqual([
    'study_packs_recalled',
    'study_packs_dispensed',
    'study_pack_checked',
    'randomised',
    ...IMPORTED,
  ])
  expect(await kindsFound({ pack_id: packs[1]?.pack_id ?? '' })).toEqual([
    'study_packs_removed',
    'randomised',
    ...IMPORTED,
  ])
})

test('an unallocated pack finds no allocation', async () => {
  expect(await kindsFound({ pack_id: spare })).toEqual(IMPORTED)
  expect(await kindsFound({ pack_id: 'Box' })).toEqual([])
})

test('a participant finds the actions on their pack, and on no other', async () => {
  const { trial_id } = trial
  expect(await kindsFound({ trial_id, participant: 1 })).toEqual([
    'study_packs_recalled',
    'study_packs_dispensed',
    'study_pack_checked',
    'participant_flagged',
    'randomised',
  ])
  expect(await kindsFound({ trial_id, participant: 2 })).toEqual(['study_packs_removed', 'randomised'])
  expect(await kindsFound({ trial_id, participant: 3 })).toEqual([])
})

test('an entry names the participant of the pack, and the imported packs', async () => {
  const { entries } = await readChain(world.database.queries, trial.trial_id)
  const changesOf = (kind: AuditKind) => entries.find((entry) => entry.kind === kind)?.changes
  const [first] = packs
  const ownerField = `study_packs.${first?.pack_id}.trial_sequence_no`
  expect(changesOf('randomised')).toContainEqual({ field: ownerField, old: null, new: 1 })
  for (const kind of ['study_pack_checked', 'study_packs_dispensed', 'study_packs_recalled'] as const) {
    expect(changesOf(kind)).toContainEqual({ field: ownerField, old: 1, new: 1 })
  }
  const imported = changesOf('study_packs_imported')?.map(({ field }) => field) ?? []
  expect(imported).toHaveLength(12)
  expect(imported).toContain(`study_packs.${spare}.study_pack_status_id`)
  // Sorted: the order of the list would tell the groups to people who know the list.
  expect(imported).toEqual(imported.toSorted())
  expect(chainFaults(await readChain(world.database.queries, trial.trial_id))).toEqual([])
})

test('in a list the import has the first of its packs, alone all of them', async () => {
  const query = `audit-logs?trial_id=${trial.trial_id}&kind=study_packs_imported`
  const [entry] = valueOf(await ask(trial.people.administrator, listAuditLogs.response, query)).data
  expect([entry?.changes_total, entry?.is_cut]).toEqual([12, false])
})

describe('an entry links to its participants and packs', () => {
  const subjectsOf = async (kind: AuditKind) => {
    const query = `audit-logs?trial_id=${trial.trial_id}&kind=${kind}`
    const { data } = valueOf(await ask(trial.people.administrator, listAuditLogs.response, query))
    return data.map(({ subjects }) => subjects)
  }
  const participantOf = async (number: number) => {
    const { id } = await world.database.queries
      .selectFrom('participants')
      .select('id')
      .where('trial_id', '=', trial.trial_id)
      .where('trial_sequence_no', '=', number)
      .executeTakeFirstOrThrow()
    return { id, trial_sequence_no: number }
  }
  const pack = (index: number) => ({ id: packs[index]?.id, pack_id: packs[index]?.pack_id })

  test.each<[AuditKind, number]>([
    ['study_packs_recalled', 1],
    ['study_packs_dispensed', 1],
    ['study_pack_checked', 1],
    ['study_packs_removed', 2],
  ])('%s to the pack, and to its participant %i', async (kind, number) => {
    expect(await subjectsOf(kind)).toEqual([
      { users: [], participants: [await participantOf(number)], study_packs: [pack(number - 1)] },
    ])
  })

  test('a randomisation to its participant and the pack', async () => {
    expect(await subjectsOf('randomised')).toEqual([
      { users: [], participants: [await participantOf(2)], study_packs: [pack(1)] },
      { users: [], participants: [await participantOf(1)], study_packs: [pack(0)] },
    ])
  })

  test('a flag to its participant', async () => {
    expect(await subjectsOf('participant_flagged')).toEqual([
      { users: [], participants: [await participantOf(1)], study_packs: [] },
    ])
  })

  test('an import of many to the first ten of its packs, and alone to all of them', async () => {
    expect((await subjectsOf('study_packs_imported')).map(({ study_packs }) => study_packs.length)).toEqual([10])
    const { people, trial_id } = trial
    const query = `audit-logs?trial_id=${trial_id}&kind=study_packs_imported`
    const [entry] = valueOf(await ask(people.administrator, listAuditLogs.response, query)).data
    const whole = valueOf(await ask(people.administrator, getAuditLog.response, `audit-logs/${entry?.id}`))
    expect(whole.subjects.study_packs).toHaveLength(12)
  })
})

describe('a person who is blinded in the trial', () => {
  let unblinded: readonly AuditKind[]
  beforeAll(async () => {
    unblinded = await kindsFound({ pack_id: packs[0]?.pack_id ?? '' })
    const viewer = { person: 'administrator', role: 'Trial viewer', site_id: null } as const
    await grant(world, { ...viewer, trial_id: trial.trial_id, is_blinded_whole: true })
  })

  /** Acts that may be done group by group: packs of one entry may belong together. */
  const BY_GROUP: readonly AuditKind[] = ['study_packs_imported', 'study_pack_labels_printed']
  const byGroup = () => `trial_id=${trial.trial_id}&${BY_GROUP.map((kind) => `kind=${kind}`).join('&')}`

  test("finds the draw of a pack and blinded people's actions on it, and nothing of other people's", async () => {
    expect(unblinded).toEqual(expect.arrayContaining(['study_packs_recalled', 'study_packs_activated', ...BY_GROUP]))
    expect(await kindsFound({ pack_id: packs[0]?.pack_id ?? '' })).toEqual(['study_pack_checked', 'randomised'])
    expect(await kindsFound({ pack_id: spare })).toEqual([])
  })

  test('sees that packs were imported and labels printed, and not which', async () => {
    const { text, value } = await ask(trial.people.administrator, listAuditLogs.response, `audit-logs?${byGroup()}`)
    expect(value?.data.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...BY_GROUP]))
    expect(
      value?.data.every(({ changes, changes_total, is_cut }) => is_cut && changes.length + changes_total === 0),
    ).toBe(true)
    const imported = value?.data.filter(({ kind }) => kind === 'study_packs_imported')
    expect(new Set(imported?.map(({ description }) => description))).toEqual(new Set(['Study packs imported']))
    const printed = value?.data.filter(({ kind }) => kind === 'study_pack_labels_printed')
    expect(new Set(printed?.map(({ description }) => description))).toEqual(new Set(['Labels of study packs printed']))
    expect(value?.data.flatMap(({ subjects }) => subjects.study_packs)).toEqual([])
    expect(text).not.toMatch(/Box /)
  })

  test('sees that packs were generated, and neither how many nor with which batch', async () => {
    const query = `audit-logs?trial_id=${trial.trial_id}&kind=study_packs_generated`
    const { text, value } = await ask(trial.people.administrator, listAuditLogs.response, query)
    expect(value?.data).toMatchObject([{ description: 'Study packs generated', changes: [], is_cut: true }])
    expect(text).not.toContain('Zanamivir')
  })

  test.each(['json', 'xlsx'])('gets no more of it in an export, as %s', async (format) => {
    const list = exportPaths(trial.trial_id)['audit-log']
    const { bytes } = await exported(world.url, trial.people.administrator, list, format, byGroup())
    const text = format === 'json' ? new TextDecoder().decode(bytes) : JSON.stringify(readXlsx(bytes))
    expect(text).toContain('Labels of study packs printed')
    expect(text).not.toMatch(/Box /)
  })

  test('reads nothing about the groups', async () => {
    const byParticipant = `audit-logs?trial_id=${trial.trial_id}&participant=1`
    const { text } = await ask(trial.people.administrator, listAuditLogs.response, byParticipant)
    expect(text).toContain(packs[0]?.pack_id)
    expect(text).not.toMatch(GROUP_WORDS)
  })
})

test.each(['coordinator', 'pharmacist', 'monitor'] as const)('the %s finds nothing at all', async (who) => {
  const query = `audit-logs?pack_id=${packs[0]?.pack_id}`
  expect((await trial.people[who].fetch(query)).status).toBe(403)
})

test('in a protected trial without a permission in it finds nothing', async () => {
  const { trial_id } = trial
  await world.database.queries
    .updateTable('user_permissions')
    .set({ ended_at: world.clock.now() })
    .where('user_id', '=', world.personId('administrator'))
    .where('trial_id', '=', trial_id)
    .execute()
  await world.database.queries
    .updateTable('trials')
    .set((row) => ({ is_protected_trial: true, setup_version: row('setup_version', '+', 1) }))
    .where('id', '=', trial_id)
    .execute()
  expect(await kindsFound({ pack_id: packs[0]?.pack_id ?? '' })).toEqual([])
  expect(await kindsFound({ participant: 1 })).toEqual([])
})
