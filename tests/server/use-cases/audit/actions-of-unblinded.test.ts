import { getAuditLog, listAuditLogs, type AuditLog } from '#contract/audit-logs'
import { importStudyPacks } from '#contract/study-pack-import'
import type { AuditKind } from '#domain/audit/audit-kind'
import { PACK_ACTION_KINDS } from '../../../../src/server/use-cases/audit/redactions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { chainFaults, readChain } from '../../../support/audit-chain'
import { exported, exportPaths } from '../../../support/export-calls'
import { drawnAt } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { readXlsx } from '../../../support/read-xlsx'
import type { SignedIn } from '../../../support/sign-in'
import { act, check, packsShown, packTrial, type PackTrial } from '../../../support/study-packs'

/* The audit log that a blinded system administrator reads about other people's acts on packs (decision 0036). */

let world: TestPortal
let trial: PackTrial
let administrator: SignedIn
let firstPack: string
let secondPack: string
const REASON = 'Moved with the lot'

beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { is_dispense_checked: true })
  const { pharmacist, unblinder: blinded, coordinator } = trial.people
  administrator = trial.people.administrator
  const study_packs = Array.from({ length: 30 }, (_, index) => ({
    pack_id: `Box ${7919 * index + 10_007}/a`,
    study_group: trial.study_groups['ABBABAABBAAB'[index % 12] === 'A' ? 0 : 1]?.name,
    site: 'Northern General',
    expire_on: '2099-06-30',
  }))
  valueOf(
    await ask(
      administrator,
      importStudyPacks.response,
      trial.path('/import'),
      posted({ batch_id: 'B1', study_packs, acknowledge_pattern: 'For a test' }),
    ),
  )
  const ids = (await packsShown(trial, administrator)).map(({ id }) => id)
  valueOf(await act(trial, pharmacist, 'activate', { study_pack_ids: ids }))
  const some = { study_pack_ids: ids.slice(0, 2), comment: REASON }
  valueOf(await act(trial, administrator, 'deactivate', some))
  valueOf(await act(trial, administrator, 'activate', some))
  valueOf(await act(trial, administrator, 'expire', some))
  valueOf(await act(trial, administrator, 'update', { ...some, expire_on: '2098-01-01', duration: 3 }))
  valueOf(await act(trial, administrator, 'transfer', { ...some, to_site_id: trial.sites[1]?.id }))
  const drawn = [await drawnAt(pharmacist, trial, 0), await drawnAt(pharmacist, trial, 0)]
  const [one, two] = drawn.map(({ study_pack }) => study_pack ?? { id: 0, pack_id: '' })
  firstPack = one?.pack_id ?? ''
  secondPack = two?.pack_id ?? ''
  valueOf(await check(trial, coordinator, one?.id ?? 0))
  valueOf(await act(trial, pharmacist, 'dispense', { study_pack_id: one?.id, comment: REASON }))
  valueOf(await act(trial, pharmacist, 'recall', { study_pack_id: one?.id, comment: REASON }))
  valueOf(await act(trial, blinded, 'remove', { study_pack_id: two?.id, comment: 'Broken seal' }))
})
afterAll(() => world.stop())

const listed = async (query = ''): Promise<AuditLog[]> => {
  const path = `audit-logs?trial_id=${trial.trial_id}&page_size=100${query}`
  return valueOf(await ask(administrator, listAuditLogs.response, path)).data
}
const isAction = ({ kind }: { kind: AuditKind }) => PACK_ACTION_KINDS.some((one) => one === kind)

test('people who see the groups read all of it, and the chain is valid', async () => {
  const actions = (await listed()).filter(isAction)
  expect(new Set(actions.map(({ kind }) => kind))).toEqual(new Set(PACK_ACTION_KINDS))
  expect(actions.every(({ is_day_only, user }) => !is_day_only && user !== null)).toBe(true)
  expect(chainFaults(await readChain(world.database.queries, trial.trial_id))).toEqual([])
})

describe('a blinded system administrator who did not act', () => {
  let before: AuditLog[]
  beforeAll(async () => {
    before = (await listed()).filter(isAction)
    const viewer = { role: 'Trial viewer', trial_id: trial.trial_id, site_id: null, is_blinded_whole: true } as const
    await grant(world, { person: 'administrator', ...viewer })
  })

  const ofOthers = (entries: readonly AuditLog[]) =>
    entries.filter(
      (entry) =>
        isAction(entry) &&
        before.some(({ id, user }) => id === entry.id && user?.id !== world.personId('administrator')),
    )

  test('sees only the day and the kind of an action by a person who saw anything of the groups', async () => {
    const entries = ofOthers(await listed())
    const [removed, ...others] = entries
    expect(removed).toMatchObject({ kind: 'study_packs_removed', is_day_only: false, reason: 'Broken seal' })
    expect(others.map(({ kind }) => kind)).toEqual([
      'study_packs_recalled',
      'study_packs_dispensed',
      'study_pack_checked',
      'study_packs_activated',
    ])
    for (const entry of others) {
      expect(entry).toMatchObject({
        user: null,
        role: null,
        reason: null,
        changes: [],
        changes_total: 0,
        is_day_only: true,
      })
      expect(entry.created_at).toBe(`${world.clock.now().slice(0, 10)}T12:00:00.000Z`)
      expect(entry.description).not.toMatch(/\d/)
      const alone = valueOf(await ask(administrator, getAuditLog.response, `audit-logs/${entry.id}`))
      expect(alone).toEqual(entry)
    }
  })

  test('finds nothing by hidden values, and everything else as before', async () => {
    const kindsFound = async (query: string) => (await listed(query)).filter(isAction).map(({ kind }) => kind)
    const pharmacist = world.personId('pharmacist')
    expect(await kindsFound(`&user_id=${pharmacist}`)).toEqual([])
    expect(await kindsFound('&participant=1')).toEqual([])
    expect(await kindsFound(`&pack_id=${encodeURIComponent(firstPack)}`)).toEqual([])
    expect(await kindsFound('&q=recalled+in+trial')).toEqual([])
    expect(await kindsFound('&q=Study+packs+recalled')).toEqual(['study_packs_recalled'])
    expect(await kindsFound('&kind=study_packs_dispensed')).toEqual(['study_packs_dispensed'])
    expect(await kindsFound(`&user_id=${world.personId('unblinder')}`)).toEqual(['study_packs_removed'])
    expect(await kindsFound(`&pack_id=${encodeURIComponent(secondPack)}`)).toEqual(['study_packs_removed'])
  })

  test('gets no more of it in an export', async () => {
    const list = exportPaths(trial.trial_id)['audit-log']
    const { name } = before.find(({ kind }) => kind === 'study_packs_recalled')?.user ?? {}
    const kinds = ['recalled', 'dispensed'].map((kind) => `kind=study_packs_${kind}`).join('&')
    for (const [format, byWhom] of [
      ['json', '"user":null'],
      ['xlsx', 'hidden from you'],
    ] as const) {
      const { bytes } = await exported(world.url, administrator, list, format, `trial_id=${trial.trial_id}&${kinds}`)
      const text = format === 'json' ? new TextDecoder().decode(bytes) : JSON.stringify(readXlsx(bytes))
      expect(text).toContain('Study packs recalled')
      expect(text).not.toMatch(new RegExp(`Box|Moved with|service itself|${name}`))
      expect(text).toContain(byWhom)
    }
  })

  test('reads their own actions whole, and those from before visibility was recorded by their day', async () => {
    const own = (await listed()).filter(
      (entry) => isAction(entry) && entry.user?.id === world.personId('administrator'),
    )
    expect(own).toEqual(before.filter(({ user }) => user?.id === world.personId('administrator')))
    const { queries } = world.database
    const earlier = { trial_id: trial.trial_id, kind: 'study_packs_removed', user_id: world.personId('nurse') }
    const position = 1000
    await queries
      .insertInto('audit_log')
      .values({
        ...earlier,
        chain: trial.trial_id,
        position,
        created_at: world.clock.now(),
        role: 'Site user',
        description: `Study pack ${firstPack} removed`,
        changes: '[]',
        reason: null,
        request_id: null,
        hash: '',
      })
      .execute()
    const [entry] = await listed()
    expect(entry).toMatchObject({ kind: 'study_packs_removed', is_day_only: true, user: null })
  })
})
