import { searchEverything, type Found } from '#contract/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { ask, valueOf } from '../../../support/ask'
import { accessWorld, type AccessWorld, type Place } from '../../../support/access-world'
import { aTrial, grant } from '../../../support/a-trial'
import { randomise } from '../../../support/randomise'
import { storedPack } from '../../../support/study-packs'

/*
 * Each person finds what they may list. Each trial of the world has participants called "First of" the id of their
 * site, and a pack.
 */

let world: AccessWorld
beforeAll(async () => {
  world = await accessWorld()
})
afterAll(() => world.stop())

const session = (key: SampleAccountKey) => {
  const who = world.session(key)
  if (who === undefined) throw new Error(`${key} is not signed in`)
  return who
}
const found = async (key: SampleAccountKey, query: string): Promise<Found> =>
  valueOf(await ask(session(key), searchEverything.response, `search?${query}`))
const participantsOf = async (key: SampleAccountKey, query: string) =>
  (await found(key, query)).participants.map(({ id }) => id).toSorted((one, other) => one - other)
const at = (place: Place) => world.places[place]

describe('participants', () => {
  test('are found by any part of the ID, in upper or lower case, only at the person’s sites', async () => {
    expect(await participantsOf('nurse', 'q=IRST')).toEqual([at('own site').participant_id])
    expect(await participantsOf('monitor', 'q=first')).toEqual(
      [at('own site').participant_id, at('other site').participant_id].toSorted((one, other) => one - other),
    )
  })

  test('of a protected trial are found only by people who may know of it', async () => {
    const ids = await participantsOf('administrator', `q=${encodeURIComponent(`of ${at('protected trial').site_id}`)}`)
    expect(ids).not.toContain(at('protected trial').participant_id)
    const own = await participantsOf(
      'administrator',
      `q=${encodeURIComponent(`of ${at('protected trial of theirs').site_id}`)}`,
    )
    expect(own).toContain(at('protected trial of theirs').participant_id)
  })

  test('are found by their sequence number', async () => {
    const { participants } = await found('nurse', 'q=1')
    expect(
      participants.every(
        ({ trial_sequence_no, participant_id }) => trial_sequence_no === 1 || (participant_id ?? '').includes('1'),
      ),
    ).toBe(true)
  })

  test('a wildcard is searched for as a character', async () => {
    expect(await participantsOf('administrator', 'q=%25')).toEqual([])
    expect(await participantsOf('administrator', 'q=first_of')).toEqual([])
  })

  test('named as recent come first, and alone where nothing is typed', async () => {
    const [own, other] = [at('own site').participant_id, at('other site').participant_id]
    const named = (id: number) => found('monitor', `q=first&recent=participant-${id}`)
    expect((await named(own)).participants.map(({ id }) => id)).toEqual([own, other])
    expect((await named(other)).participants.map(({ id }) => id)).toEqual([other, own])
    expect(await participantsOf('monitor', `recent=participant-${own}`)).toEqual([own])
    expect(await participantsOf('nurse', `recent=participant-${other}`)).toEqual([])
  })
})

describe('study packs', () => {
  test('are found only by people who may list them, and show no study group', async () => {
    const { trial, site_id } = at('own site')
    const id = await storedPack(world.portal, trial, 'active', { site_id, pack_id: 'SEARCHED-1' })
    const { queries } = world.portal.database
    await queries.updateTable('trials').set({ is_managing_packs: true }).where('id', '=', trial.trial_id).execute()
    const idsFor = async (key: SampleAccountKey) => (await found(key, 'q=rched')).study_packs.map((pack) => pack.id)
    expect(await idsFor('pharmacist')).toEqual([id])
    expect(await idsFor('coordinator')).toEqual([id])
    expect(await idsFor('nurse')).toEqual([])
    expect(await idsFor('monitor')).toEqual([])
    const [pack] = (await found('coordinator', 'q=rched')).study_packs
    expect(Object.keys(pack ?? {}).toSorted()).toEqual([
      'id',
      'pack_id',
      'participant',
      'study_pack_status_id',
      'trial',
    ])
  })
})

describe('acts', () => {
  const actsOf = async (key: SampleAccountKey, q: string) =>
    (await found(key, `q=${q}`)).acts.map(({ name, trial }) => `${name} ${trial.id}`)

  test('are those that the person may do in the trial at present', async () => {
    const { trial_id } = at('own site').trial
    expect(await actsOf('nurse', 'randomise')).toEqual([`randomise ${trial_id}`])
    expect(await actsOf('monitor', 'randomise')).toEqual([])
    expect(await actsOf('coordinator', 'pause')).toEqual([])
    expect(await actsOf('administrator', 'pause')).toContain(`pause ${trial_id}`)
    expect(await actsOf('administrator', 'start')).toEqual([])
  })

  test('only recent ones are offered before something is typed', async () => {
    const { trial_id } = at('own site').trial
    expect((await found('nurse', '')).acts).toEqual([])
    expect((await found('nurse', `recent=randomise-${trial_id}&recent=pause-${trial_id}`)).acts).toHaveLength(1)
  })
})

describe('users', () => {
  test('are found with an address by people who manage them, and in their trials by others', async () => {
    const [user] = (await found('administrator', 'q=nurse%40')).users
    expect(user).toMatchObject({ id: world.portal.personId('nurse'), trial: null })
    expect(user?.email).toContain('nurse@')
    expect((await found('coordinator', 'q=nurse%40')).users).toEqual([])
    const { name } = user ?? { name: '' }
    const inTrial = (await found('coordinator', `q=${encodeURIComponent(name)}`)).users
    expect(inTrial).toContainEqual({
      id: user?.id,
      name,
      email: null,
      trial: expect.objectContaining({ id: at('own site').trial.trial_id }),
    })
  })
})

describe('audit entries', () => {
  test('are found by number, only by people who may read them', async () => {
    const entries = world.portal.database.queries.selectFrom('audit_log').select('id')
    const { id } = await entries.where('trial_id', '=', at('own site').trial.trial_id).executeTakeFirstOrThrow()
    expect((await found('administrator', `q=${id}`)).audit_logs).toMatchObject([{ id }])
    expect((await found('coordinator', `q=${id}`)).audit_logs).toEqual([])
    const ofHidden = await entries
      .where('trial_id', '=', at('protected trial').trial.trial_id)
      .executeTakeFirstOrThrow()
    expect((await found('administrator', `q=${ofHidden.id}`)).audit_logs).toEqual([])
  })
})

test('each kind has at most five answers, and says whether there are more', async () => {
  const answer = await found('administrator', 'q=randomise')
  expect(answer.acts.length).toBeLessThanOrEqual(5)
  const { users, has_more } = await found('administrator', 'q=%40')
  expect(users).toHaveLength(5)
  expect(has_more).toContain('users')
})

test('a name that belongs to no record is refused', async () => {
  const { status, problem } = await ask(session('nurse'), searchEverything.response, 'search?recent=ward-1')
  expect([status, problem?.code]).toEqual([422, 'validation_failed'])
})

describe('a record of exactly the ID that is typed comes first, however many newer ones contain it', () => {
  const LATER = ['7', '70', '71', '72', '73', '74', '75', '76'].map((end) => `EXACT-${end}`)

  test('among participants, before recent ones, and in any case', async () => {
    const { trial_id, sites } = await aTrial(world.portal, { is_participant_id_used: true })
    const site_id = sites[0]?.id ?? 0
    await grant(world.portal, { person: 'nurse', role: 'Site user', trial_id, site_id })
    const ids: number[] = []
    for (const participant_id of LATER) {
      const { participants } = await randomise(session('nurse'), trial_id, { site_id, participant_id })
      ids.push(...participants.map(({ id }) => id))
    }
    const namesOf = async (query: string) =>
      (await found('nurse', query)).participants.map(({ participant_id }) => participant_id)
    expect(await namesOf('q=exact-7')).toEqual(['EXACT-7', 'EXACT-76', 'EXACT-75', 'EXACT-74', 'EXACT-73'])
    expect((await namesOf(`q=exact-7&recent=participant-${ids[2]}`)).slice(0, 3)).toEqual([
      'EXACT-7',
      'EXACT-71',
      'EXACT-76',
    ])
    expect((await namesOf('q=8'))[0]).toBe('EXACT-76')
  })

  test('among study packs', async () => {
    const { trial, site_id } = at('own site')
    for (const pack_id of LATER) await storedPack(world.portal, trial, 'active', { site_id, pack_id })
    const { study_packs } = await found('coordinator', 'q=exact-7')
    expect(study_packs.map(({ pack_id }) => pack_id).slice(0, 2)).toEqual(['EXACT-7', 'EXACT-71'])
  })
})
