import { getParticipant, listParticipants, type Participant } from '#contract/participants'
import type { Role } from '#domain/people/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let trial: BuiltTrial
let administrator: SignedIn
/** The participants as their randomisation returned them. */
let drawn: Participant[]

/** The ID of each participant, and the place of their site. */
const CALLED: [string | null, number][] = [
  ['Ward-001', 0],
  ['ward-002', 1],
  ['ÆRØ 3', 0],
  [null, 0],
  ['50%', 1],
  ['a_b', 0],
  ['a\\b', 0],
  ['a-b', 0],
  ['Ward-100', 1],
  ['10', 0],
  ['last but one', 0],
  ['last', 1],
]

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world, {
    is_participant_id_used: true,
    study_groups: [
      { name: 'Zanamivir', label: 'Kit L' },
      { name: 'Oseltamivir', label: 'Kit K' },
    ],
    trial_strata: [
      { name: 'Sex', options: ['Female', 'Male'] },
      { name: 'Fever', options: ['Yes', 'No'] },
    ],
  })
  drawn = []
  for (const [participant_id, site] of CALLED) {
    // Two at a time, so that dates have ties.
    if (drawn.length % 2 === 0) world.clock.step(60)
    const answered = await randomise(administrator, trial.trial_id, {
      site_id: trial.sites[site]?.id,
      participant_id,
      participant_strata: trial.trial_strata.map(({ id, options }) => ({
        trial_stratum_id: id,
        trial_stratum_option_id: options[drawn.length % 2]?.id,
      })),
    })
    drawn.push(...answered.participants)
  }
  await world.context.database.queries
    .updateTable('participants')
    .set({ is_flagged: true })
    .where('trial_id', '=', trial.trial_id)
    .where('trial_sequence_no', 'in', [2, 3])
    .execute()
})
afterAll(() => world.stop())

const path = (query = '') => `trials/${trial.trial_id}/participants?${query}`
const listed = async (query: string, who = administrator) =>
  valueOf(await ask(who, listParticipants.response, path(query)))
const numbersOf = async (query: string, who = administrator) =>
  (await listed(query, who)).data.map(({ trial_sequence_no }) => trial_sequence_no)
const down = Array.from({ length: CALLED.length }, (_, i) => CALLED.length - i)

const member = async (
  person: SampleAccountKey,
  role: Role['title'],
  flags: object = {},
  site: number | null = null,
): Promise<SignedIn> => {
  const { queries } = world.context.database
  const user_id = world.personId(person)
  await queries.deleteFrom('user_permissions').where('user_id', '=', user_id).execute()
  const site_id = site === null ? null : (trial.sites[site]?.id ?? null)
  await grant(world, { person, role, trial_id: trial.trial_id, site_id, ...flags })
  return signedInAs(world, person)
}

describe('a query that cannot be answered', () => {
  test.each([
    ['an unknown field', 'colour=red', 'colour'],
    ['a column that cannot be sorted by', 'sort=study_group', 'sort'],
    ['a flag, which cannot be sorted by', 'sort=flag_status', 'sort'],
    ['a pack, which cannot be sorted by', 'sort=study_pack', 'sort'],
    ['an order that is none', 'order=up', 'order'],
    ['page 0', 'page=0', 'page'],
    ['a flag status that is none', 'flag_status=flagged', 'flag_status'],
    ['a site that is no id', 'site_id=north', 'site_id'],
    ['a search for NUL', 'q=%00', 'q'],
  ])('%s is named', async (_says, query, field) => {
    const { status, problem } = await ask(administrator, listParticipants.response, path(query))
    expect([status, Object.keys(problem?.fields ?? {})]).toEqual([422, [field]])
  })

  test('nobody but a member sees anything', async () => {
    const nurse = await signedInAs(world, 'nurse')
    expect((await ask(nurse, listParticipants.response, path())).status).toBe(404)
    const one = `trials/${trial.trial_id}/participants/${drawn[0]?.id}`
    expect((await ask(nurse, getParticipant.response, one)).status).toBe(404)
    expect((await ask(administrator, listParticipants.response, 'trials/999999/participants')).status).toBe(404)
  })
})

describe('the list', () => {
  test('shows a participant as they were randomised', async () => {
    const { data } = await listed('order=asc&page_size=100')
    const asFlagged = drawn.map((one) =>
      [2, 3].includes(one.trial_sequence_no) ? { ...one, flag_status: { name: 'Flagged' } } : one,
    )
    expect(data).toEqual(asFlagged)
    expect(data[1]).toMatchObject({
      participant_id: 'ward-002',
      site: trial.sites[1],
      strata: [
        { stratum: 'Sex', option: 'Male' },
        { stratum: 'Fever', option: 'No' },
      ],
      study_pack: null,
      is_unblinded: false,
      participant_flags: [],
    })
  })

  test.each([
    ['is the latest first where nothing is asked for', 'page_size=100', down],
    ['by sequence, ascending', 'sort=sequence&order=asc&page_size=100', down.toReversed()],
    ['by date, ties by id', 'sort=date&page_size=100', down],
    ['by date, ascending', 'sort=date&order=asc&page_size=100', down.toReversed()],
    ['finds a part of an id, whatever the case', 'q=WARD', [9, 2, 1]],
    ['also of letters beyond English', `q=${encodeURIComponent('ærø')}`, [3]],
    ['finds an exact number and the ids that hold it', 'q=10', [10, 9]],
    ['finds no part of a number', 'q=2&order=asc', [2]],
    ['takes % for itself', 'q=%25', [5]],
    ['takes _ for itself', 'q=_', [6]],
    ['takes \\ for itself', `q=${encodeURIComponent('\\')}`, [7]],
    ['finds nothing where there is nothing', 'q=nobody', []],
    ['of those who are flagged', 'flag_status=Flagged', [3, 2]],
    ['of those who are not', 'flag_status=Unflagged&page_size=100', down.filter((n) => n !== 2 && n !== 3)],
    ['of the whole question', 'q=ward&flag_status=Flagged', [2]],
  ])('%s', async (_says, query, numbers) => {
    expect(await numbersOf(query)).toEqual(numbers)
  })

  test('of one site, and of a site outside the trial', async () => {
    expect(await numbersOf(`site_id=${trial.sites[1]?.id}`)).toEqual([12, 9, 5, 2])
    expect(await numbersOf('site_id=999999')).toEqual([])
  })

  test.each([
    ['1 for the total alone', 'page_size=1', 1],
    ['25', 'page_size=25', 25],
    ['10 instead of 7', 'page_size=7', 10],
    ['10 instead of the 1000 of another list', 'page_size=1000', 10],
  ])('has pages of %s', async (_says, query, page_size) => {
    const answer = await listed(query)
    expect(answer).toMatchObject({ page_size, total: 12, pages: Math.ceil(12 / page_size) })
    expect(answer.data).toHaveLength(Math.min(12, page_size))
  })

  test.each(['sequence', 'date'])('page by page omits nobody and repeats nobody: by %s', async (sort) => {
    const pages = []
    for (const page of down.toReversed()) pages.push(...(await numbersOf(`sort=${sort}&page_size=1&page=${page}`)))
    expect(pages).toEqual(down)
  })

  test('by ID, in any case, page by page', async () => {
    const whole = await listed('sort=participant_id&order=asc&page_size=100')
    const ids = whole.data.map(({ participant_id }) => participant_id?.toLowerCase() ?? '')
    expect(ids).toHaveLength(12)
    expect(await numbersOf('sort=participant_id&page_size=100')).toEqual(
      whole.data.map(({ trial_sequence_no }) => trial_sequence_no).toReversed(),
    )
    const english = ids.filter((id) => /^[a-z]/.test(id))
    expect(english).toEqual(english.toSorted())
    const paged = []
    for (const page of ids.keys()) paged.push(...(await numbersOf(`sort=participant_id&page_size=1&page=${page + 1}`)))
    expect(new Set(paged).size).toBe(12)
  })

  test('is empty past its end', async () => {
    expect(await listed('page=3')).toEqual({ data: [], page: 3, pages: 2, total: 12, page_size: 10 })
  })
})

describe('the viewer’s permission leaves', () => {
  test('only the participants at their sites, in the list, in its total, in a search and one by one', async () => {
    const nurse = await member('nurse', 'Site user', {}, 1)
    expect(await numbersOf('', nurse)).toEqual([12, 9, 5, 2])
    expect((await listed('page_size=1', nurse)).total).toBe(4)
    expect(await numbersOf('q=Ward', nurse)).toEqual([9, 2])
    expect(await numbersOf(`site_id=${trial.sites[0]?.id}`, nurse)).toEqual([])
    const statuses = []
    for (const one of drawn) {
      const { status } = await ask(nurse, getParticipant.response, `trials/${trial.trial_id}/participants/${one.id}`)
      statuses.push(status)
    }
    expect(statuses).toEqual(CALLED.map(([, site]) => (site === 1 ? 200 : 404)))
  })

  test('no participant through another trial', async () => {
    const other = await aTrial(world)
    const answer = await ask(
      administrator,
      getParticipant.response,
      `trials/${other.trial_id}/participants/${drawn[0]?.id}`,
    )
    expect(answer.status).toBe(404)
  })

  test.each<[Role['title'], boolean]>([
    ['Trial administrator', true],
    ['Trial user', false],
    ['Trial viewer', false],
  ])('stratum answers from level 3: %s', async (role, isShown) => {
    const { data } = await listed('page_size=1', await member('coordinator', role))
    expect('strata' in (data[0] ?? {})).toBe(isShown)
  })

  test.each<[string, object, (one: Participant) => object]>([
    ['whole names', {}, ({ study_group }) => study_group],
    [
      'labels',
      { is_blinded_partial: true },
      ({ study_group }) => ({ name: study_group.name === 'Zanamivir' ? 'Kit L' : 'Kit K', is_blinded: true }),
    ],
    ['nothing', { is_blinded_whole: true }, () => ({ name: 'Blinded', is_blinded: true })],
  ])('of groups %s', async (_says, blinding, shown) => {
    const monitor = await member('monitor', 'Trial viewer', blinding)
    const { data } = await listed('order=asc&page_size=100', monitor)
    expect(data.map(({ study_group }) => study_group)).toEqual(drawn.map(shown))
    const [first] = drawn
    const one = `trials/${trial.trial_id}/participants/${first?.id}`
    expect(valueOf(await ask(monitor, getParticipant.response, one))).toEqual(data[0])
  })

  test('a search for the name of a group finds nobody, not even for people who see it', async () => {
    for (const name of ['Zanamivir', 'Kit', 'Blinded']) expect(await numbersOf(`q=${name}`)).toEqual([])
  })
})
