import { STUDY_PACK_ACTION_NAMES } from '#domain/study-packs/study-pack-actions'
import { expect } from 'vitest'
import { SAMPLE_ACCOUNTS } from '../../src/server/doors/idp/sample-accounts'
import { posted } from './ask'
import { NORTH, SOUTH, type Story } from './begin-story'
import { printed, symbolsIn } from './read-symbols'

const WHY = { comment: 'As agreed' }

/** The packs of participants, each with its digits, in the order of randomisation, from 1. */
export const packsOf = async (story: Story) => {
  const rows = await allocatedPacks(story)
  return (number: number) => ({
    study_pack_id: rows[number - 1]?.id,
    confirmation_code: rows[number - 1]?.confirmation_code,
  })
}

/** The ids on the packs of participants, in the same order. */
export const packIdsOf = async (story: Story) => {
  const rows = await allocatedPacks(story)
  return (number: number) => rows[number - 1]?.pack_id ?? ''
}

const allocatedPacks = ({ world, id }: Story) =>
  world.database.queries
    .selectFrom('participant_groups')
    .innerJoin('participants', 'participants.id', 'participant_groups.participant_id')
    .innerJoin('study_packs', 'study_packs.id', 'participant_groups.study_pack_id')
    .select(['study_packs.id', 'study_packs.pack_id', 'confirmation_code'])
    .where('participants.trial_id', '=', id)
    .orderBy('trial_sequence_no')
    .execute()

/** This many unallocated packs of a site. */
const activeAt = async ({ world, trial }: Story, site: number, many: number): Promise<number[]> => {
  const rows = await world.database.queries
    .selectFrom('study_packs')
    .select('id')
    .where('site_id', '=', trial.sites[site]?.id ?? 0)
    .where('study_pack_status_id', '=', 2)
    .orderBy('id', 'desc')
    .limit(many)
    .execute()
  return rows.map(({ id }) => id)
}

/** The acts on packs: dispensed, returned, moved, and refused to people without permission or at the wrong time. */
export const packsHandled = async (story: Story) => {
  const { does, send, id, trial } = story
  const pack = await packsOf(story)
  const path = (more: string) => `trials/${id}/study-packs/${more}`
  const checked = async (number: number) => does('coordinator', path(`${pack(number).study_pack_id}/check`), {})
  const one = (number: number) => ({ study_pack_id: pack(number).study_pack_id, ...WHY })

  await send('pharmacist', path('dispense'), one(1))
  await send('pharmacist', path('dispense'), { ...one(1), confirmation_code: digitsBeside(pack(1).confirmation_code) })
  await send('pharmacist', path('dispense'), { ...WHY, ...pack(1) })
  for (const number of [1, 2, 5]) {
    await checked(number)
    const once = { headers: { 'Idempotency-Key': `dispense-${number}` } }
    const body = { ...WHY, ...pack(number) }
    await does('pharmacist', path('dispense'), body, once)
    await does('pharmacist', path('dispense'), body, once)
  }
  await checked(3)
  await does('administrator', path('dispense'), { ...WHY, ...pack(3), performed_at: story.world.clock.now() })
  await checked(6)
  await does('pharmacist', path('recall'), one(1))
  await does('administrator', path('recall'), one(3))
  await does('pharmacist', path('remove'), one(9))

  const [keptPacks, moved, dispensedPacks] = [0, 3, 6].map((from) =>
    activeAt(story, NORTH, 9).then((ids) => ids.slice(from, from + 3)),
  )
  const several = async (ids: typeof keptPacks) => ({ study_pack_ids: await ids, ...WHY })
  await does('pharmacist', path('deactivate'), await several(keptPacks))
  await send('coordinator', path('deactivate'), await several(keptPacks))
  // Packs with an earlier expiry would be allocated first, and so reveal their group.
  await send('coordinator', path('update'), { ...(await several(keptPacks)), expire_on: '2027-01-31', duration: null })
  await does('coordinator', path('transfer'), { ...(await several(moved)), to_site_id: trial.sites[SOUTH]?.id })
  await does('pharmacist', path('expire'), await several(dispensedPacks))
  await does('coordinator', path('update'), {
    ...(await several(dispensedPacks)),
    expire_on: '2026-10-31',
    duration: null,
  })
  await printedByGroup(story)
  await does('pharmacist', path('activate'), await several(keptPacks))
  await does('pharmacist', path('deactivate'), await several(keptPacks))
  await does('coordinator', path('deactivate'), await several(moved))

  for (const { key } of SAMPLE_ACCOUNTS) {
    await send(key, path(`${pack(1).study_pack_id}/check`), {})
    await send(key, path(`${pack(4).study_pack_id}`))
    for (const action of STUDY_PACK_ACTION_NAMES) {
      const more = action === 'transfer' ? { to_site_id: 1 } : {}
      const extras = action === 'update' ? { expire_on: null, duration: null } : more
      // The pack is recalled, so no further act on it is permitted.
      await send(key, path(action), { ...one(1), ...extras })
      await send(key, path(action), { ...one(1), study_pack_id: 999_999, ...extras })
      await send(key, path(action), { comment: '' })
    }
  }
}

/** The labels of all packs, group by group, as a person who sees the groups prints them. */
const printedByGroup = async ({ world, people, trial, id }: Story) => {
  const packs = world.database.queries.selectFrom('study_packs').select('id').where('trial_id', '=', id)
  for (const group of trial.study_groups) {
    const rows = await packs
      .where('study_group_id', '=', group.id ?? 0)
      .orderBy('id')
      .execute()
    const body = posted({ study_pack_ids: rows.map((pack) => pack.id), sheet: 'a4-65' })
    expect((await people.administrator.fetch(`trials/${id}/study-packs/labels`, body)).status).toBe(200)
    world.clock.step(60)
  }
}

/**
 * The labels of every pack of the trial, as they read on paper, in an order of their own. Ids and digits are left out,
 * as they are random. A symbol only has the id.
 */
export const labelsPrinted = async ({ world, people, answersOf, id }: Story) => {
  const packs = world.database.queries.selectFrom('study_packs').select(['id', 'pack_id'])
  const all = await packs.where('trial_id', '=', id).orderBy('pack_id').execute()
  const body = { study_pack_ids: all.map((pack) => pack.id), sheet: 'a4-65' }
  for (const { key } of SAMPLE_ACCOUNTS) {
    const response = await people[key].fetch(`trials/${id}/study-packs/labels`, posted(body))
    answersOf[key].push(`labels: ${response.status} ${response.headers.get('Content-Disposition')}`)
    if (!response.ok) continue
    const pages = await printed(new Uint8Array(await response.arrayBuffer()))
    const labels = pages.flatMap(({ text }) => text.replaceAll(/\s+/g, ' ').split(END_OF_LABEL).slice(0, -1))
    answersOf[key].push(...labels.map((label) => label.replace(/^ ?\S+ Code \d{3} /, '')).toSorted())
    const symbols = await Promise.all(pages.map(({ picture }) => symbolsIn(picture, 'DataMatrix')))
    expect(symbols.flat().toSorted()).toEqual(all.map(({ pack_id }) => pack_id).toSorted())
  }
}

const END_OF_LABEL = 'For clinical trial use only'

/** Any other three digits. */
const digitsBeside = (code: string | null | undefined): string => (code === '000' ? '001' : '000')
