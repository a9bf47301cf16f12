import { getParticipant, listParticipants, settleRandomisation, type Participant } from '#contract/participants'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { storedStates } from '../../../support/draw-states'
import { flag } from '../../../support/flag'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* A factorial trial: one draw gives a group of each of two factors. */

const FACTORIAL = 4
const BLOCKED = 1
const URN = 2
const MINIMISATION = 3
const STANDARD = 4

/** Factor 2 is first in the form, but answers follow the order of the factors. */
const GROUPS = [
  { name: 'Heparin', label: 'Syringe P', factorial_level: 2 },
  { name: 'Avoid heparin', label: 'Syringe Q', factorial_level: 2 },
  { name: 'Aspirin', label: 'Tablet X', factorial_level: 1 },
  { name: 'Avoid aspirin', label: 'Tablet Y', factorial_level: 1 },
] as const
const FACTORS = [
  ['Aspirin', 'Avoid aspirin'],
  ['Heparin', 'Avoid heparin'],
]

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const aFactorialTrial = (overrides: TrialOverrides = {}): Promise<BuiltTrial> =>
  aTrial(world, { allocation_method_id: FACTORIAL, study_groups: [...GROUPS], ...overrides })

const bodyAt = ({ sites }: BuiltTrial, site = 0) => ({ site_id: sites[site]?.id })
const path = ({ trial_id }: BuiltTrial, more = '') => `trials/${trial_id}/participants${more}`

/** A participant's entries, one for each factor. */
const drawn = async (trial: BuiltTrial, site = 0, who = administrator): Promise<Participant[]> => {
  const { status, participants } = await randomise(who, trial.trial_id, bodyAt(trial, site))
  expect(status).toBe(201)
  return participants
}

const namesOf = (entries: readonly Participant[]) => entries.map(({ study_group }) => study_group.name)
const listed = async (trial: BuiltTrial, who = administrator) =>
  valueOf(await ask(who, listParticipants.response, path(trial, '?order=asc&page_size=100'))).data

const member = async (person: SampleAccountKey, trial: BuiltTrial, blinding: object): Promise<SignedIn> => {
  await grant(world, { person, role: 'Trial user', trial_id: trial.trial_id, site_id: null, ...blinding })
  return signedInAs(world, person)
}

describe('a factorial trial refuses', () => {
  test.each([BLOCKED, URN, MINIMISATION, STANDARD] as const)(
    'where a pack of any group of either factor is missing, and nothing is used: method %s',
    async (randomisation_method_id) => {
      const trial = await aFactorialTrial({
        packs: 4,
        randomisation_method_id,
        block_size_min: 4,
        block_size_max: 8,
      })
      const { queries } = world.context.database
      const last = trial.study_groups.find(({ name }) => name === 'Avoid heparin')
      await queries
        .updateTable('study_packs')
        .set({ study_pack_status_id: 1 })
        .where('study_group_id', '=', last?.id ?? 0)
        .where('site_id', '=', trial.sites[0]?.id ?? 0)
        .execute()
      const refused = await randomise(administrator, trial.trial_id, bodyAt(trial))
      expect(refused.problem?.code).toBe('no_study_pack_available')
      expect(await storedStates(queries, trial.trial_id)).toEqual({})
      expect((await drawn(trial, 1)).map(({ trial_sequence_no }) => trial_sequence_no)).toEqual([1, 1])
    },
  )
})

describe('one participant', () => {
  test('is answered once for each factor, in their order, under one id and number', async () => {
    const trial = await aFactorialTrial()
    for (let number = 1; number <= 6; number += 1) {
      const entries = await drawn(trial)
      expect(entries).toHaveLength(2)
      for (const [factor, name] of namesOf(entries).entries()) expect(FACTORS[factor]).toContain(name)
      expect(new Set(entries.map(({ id }) => id)).size).toBe(1)
      expect(entries.map(({ trial_sequence_no }) => trial_sequence_no)).toEqual([number, number])
      for (const entry of entries) expect(entry).not.toHaveProperty('study_groups')
    }
  })

  test('is one row of a list, with the group of each factor', async () => {
    const trial = await aFactorialTrial()
    const [one, other] = [await drawn(trial), await drawn(trial)]
    const rows = await listed(trial)
    expect(rows.map(({ id }) => id)).toEqual([one[0]?.id, other[0]?.id])
    for (const [place, entries] of [one, other].entries()) {
      const study_groups = entries.map(({ study_group }) => study_group)
      expect(rows[place]).toEqual({
        ...entries[0],
        study_group: { name: namesOf(entries).join(' + '), is_blinded: false },
        study_groups,
      })
      const alone = await ask(administrator, getParticipant.response, path(trial, `/${entries[0]?.id}`))
      expect(valueOf(alone)).toEqual(rows[place])
      expect(valueOf(await flag(administrator, trial, { id: entries[0]?.id ?? 0 }))).toMatchObject({ study_groups })
    }
  })

  test('gets a pack of each factor, of the drawn group', async () => {
    const trial = await aFactorialTrial({ packs: 6 })
    const { queries } = world.context.database
    for (let round = 0; round < 4; round += 1) {
      const entries = await drawn(trial)
      const packs = entries.flatMap(({ study_pack }) => study_pack ?? [])
      const stored = await queries
        .selectFrom('study_packs')
        .innerJoin('study_groups', 'study_groups.id', 'study_packs.study_group_id')
        .select(['study_packs.id', 'study_groups.name', 'study_packs.site_id', 'study_packs.study_pack_status_id'])
        .where(
          'study_packs.id',
          'in',
          packs.map(({ id }) => id),
        )
        .execute()
      expect(packs.map((pack) => stored.find(({ id }) => id === pack.id))).toMatchObject(
        namesOf(entries).map((name) => ({ name, site_id: trial.sites[0]?.id, study_pack_status_id: 5 })),
      )
      const row = (await listed(trial)).at(-1)
      expect([row?.study_pack, row?.study_packs]).toEqual([packs[0], packs])
    }
    const packsOfTrial = queries.selectFrom('study_packs').select('id').where('trial_id', '=', trial.trial_id)
    expect(await packsOfTrial.where('study_pack_status_id', '=', 5).execute()).toHaveLength(8)
  })

  test('is returned whole to a repeat and to a caller who lost the answer', async () => {
    const trial = await aFactorialTrial()
    const headers = { 'Idempotency-Key': randomUUID() }
    const once = () => randomise(administrator, trial.trial_id, bodyAt(trial), headers)
    const { participants } = await once()
    expect(participants).toHaveLength(2)
    expect(await once()).toMatchObject({ status: 201, replayed: true, participants })
    const settled = posted({ idempotency_key: headers['Idempotency-Key'] })
    const outcome = await ask(administrator, settleRandomisation.response, path(trial, '/outcome'), settled)
    expect(valueOf(outcome)).toEqual({ outcome: 'randomised', data: participants })
    const many = await Promise.all(Array.from({ length: 8 }, once))
    for (const answer of many) expect(answer.participants).toEqual(participants)
    expect(await listed(trial)).toHaveLength(1)
  })
})

describe('a person who does not see the groups', () => {
  test('and is blinded, gets two empty entries, and one empty row in the list', async () => {
    const trial = await aFactorialTrial()
    const nurse = await member('nurse', trial, { is_blinded_whole: true })
    const blinded = { name: 'Blinded', is_blinded: true }
    expect((await drawn(trial, 0, nurse)).map(({ study_group }) => study_group)).toEqual([blinded, blinded])
    expect(await listed(trial, nurse)).toMatchObject([{ study_group: blinded, study_groups: [] }])
  })

  test('but their labels, is shown the label of each factor', async () => {
    const trial = await aFactorialTrial()
    const monitor = await member('monitor', trial, { is_blinded_partial: true })
    const labels = new Map<string, string>(GROUPS.map(({ name, label }) => [name, label]))
    for (let round = 0; round < 4; round += 1) {
      const entries = await drawn(trial)
      const hers = namesOf(entries).map((name) => labels.get(name))
      const shown = (await listed(trial, monitor)).at(-1)
      expect(shown?.study_group).toEqual({ name: hers.join(' + '), is_blinded: true })
      expect(shown?.study_groups).toEqual(hers.map((name) => ({ name, is_blinded: true })))
    }
  })
})

const block = v.strictObject({ block_size: v.number(), remaining: v.array(v.number()) })

describe('the cells', () => {
  const cellsOf = (all: readonly Participant[][]) => {
    const counts = new Map<string, number>()
    for (const entries of all) {
      const cell = namesOf(entries).join(' + ')
      counts.set(cell, (counts.get(cell) ?? 0) + 1)
    }
    return counts
  }

  test.each<[string, TrialOverrides['study_groups'], number[], number]>([
    ['1:1 by 1:1, in blocks of 4 or 8', [...GROUPS], [1, 1, 1, 1], 4],
    [
      '2:1 by 1:1, in blocks of 6',
      GROUPS.map((group) => ({ ...group, weight: group.name === 'Aspirin' ? 2 : 1 })),
      [2, 2, 1, 1],
      6,
    ],
  ])('%s: balance at every end of a block, and not only the margins', async (_says, study_groups, weights, least) => {
    const trial = await aFactorialTrial({
      ...(study_groups && { study_groups }),
      randomisation_method_id: BLOCKED,
      block_size_min: least,
      block_size_max: 8,
    })
    const all: Participant[][] = []
    let ends = 0
    for (let number = 1; number <= 24; number += 1) {
      all.push(await drawn(trial))
      const [state] = Object.values(await storedStates(world.context.database.queries, trial.trial_id))
      const { remaining, block_size } = v.parse(block, state)
      expect(block_size % least).toBe(0)
      expect(remaining).toHaveLength(4)
      if (remaining.some((left) => left > 0)) continue
      ends += 1
      const counts = cellsOf(all)
      const expected = FACTORS[0]?.flatMap((one) => FACTORS[1]?.map((other) => `${one} + ${other}`) ?? []) ?? []
      expect(expected.map((cell) => counts.get(cell) ?? 0)).toEqual(weights.map((weight) => (number / least) * weight))
    }
    expect(ends).toBeGreaterThanOrEqual(2)
  })

  test.each([
    [URN, 4],
    [MINIMISATION, 4],
    [STANDARD, 0],
  ] as const)('are the counts of method %s, with 32 requests at once', async (randomisation_method_id, places) => {
    const trial = await aFactorialTrial({ randomisation_method_id })
    const all = await Promise.all(Array.from({ length: 32 }, () => drawn(trial)))
    expect(new Set(all.map(([one]) => one?.trial_sequence_no)).size).toBe(32)
    const states = await storedStates(world.context.database.queries, trial.trial_id)
    // Cells are in order of group ids, factor 1 first.
    const idOf = (name: string) => trial.study_groups.find((group) => group.name === name)?.id ?? 0
    const cells = [...(FACTORS[0] ?? [])]
      .sort((a, b) => idOf(a) - idOf(b))
      .flatMap((one) => [...(FACTORS[1] ?? [])].sort((a, b) => idOf(a) - idOf(b)).map((other) => `${one} + ${other}`))
    const counts = cellsOf(all)
    expect(Object.values(states)).toEqual(places === 0 ? [] : [{ counts: cells.map((cell) => counts.get(cell) ?? 0) }])
  })
})
