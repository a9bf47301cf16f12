import type { HistoryEntry } from '#contract/participant-actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { valueOf } from '../../../support/ask'
import { flag } from '../../../support/flag'
import {
  changePermission,
  drawnAt,
  everybody,
  GROUP_WORDS,
  historyOf,
  recordError,
  recordInadvertent,
  staffedTrial,
  unblind,
} from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

let world: TestPortal
let people: Record<SampleAccountKey, SignedIn>

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
})
afterAll(() => world.stop())

const STRATA = [{ name: 'Sex', options: ['Female', 'Male'] }]
const KEPT = 'hidden, because it could reveal the study group'

const wrongSex = ({ trial_strata: [sex] }: BuiltTrial) => {
  const answer = (place: number) => [{ trial_stratum_id: sex?.id, trial_stratum_option_id: sex?.options[place]?.id }]
  return { kind: 'wrong_stratum', as_used: answer(0), corrected: answer(1) }
}

type Drawn = Awaited<ReturnType<typeof drawnAt>>

/** A day of a participant, with an hour between any two events. */
const aDay = async (trial: BuiltTrial, one: Drawn): Promise<string[]> => {
  const times = [one.created_at]
  const next = () => {
    world.clock.step(3600)
    times.push(world.clock.now())
  }
  next()
  const performed_at = new Date(Date.parse(world.clock.now()) - 600_000).toISOString()
  valueOf(await flag(people.nurse, one, one, { comment: 'Wrong form', performed_at }))
  next()
  valueOf(await unblind(people.unblinder, one, { comment: 'Severe bleeding' }))
  next()
  valueOf(await flag(people.monitor, one, one, { comment: 'Form found' }))
  next()
  valueOf(await recordInadvertent(people['blinded-nurse'], one, { comment: 'The box lay open' }))
  next()
  valueOf(await recordError(people.coordinator, one, { ...wrongSex(trial), comment: 'Misread' }))
  next()
  valueOf(await recordError(people.nurse, one, { comment: 'Too young', as_used: '18 years', corrected: '17 years' }))
  next()
  valueOf(await unblind(people.coordinator, one, { comment: 'For the board' }))
  return times
}

const textsFor = async (person: SampleAccountKey, participant: Drawn) =>
  valueOf(await historyOf(people[person], participant)).data.map(({ text }) => text)

describe('the history of a participant', () => {
  let trial: BuiltTrial
  let one: Drawn
  let times: string[]
  beforeAll(async () => {
    trial = await staffedTrial(world, { trial_strata: STRATA, packs: 2 })
    one = await drawnAt(people.nurse, trial, 0)
    times = await aDay(trial, one)
  })

  test('has everything in order: time, person and action', async () => {
    const { data } = valueOf(await historyOf(people.nurse, one))
    const by = (key: SampleAccountKey, name: string) => ({ id: world.personId(key), name })
    const nurse = by('nurse', 'Amara Hughes')
    const expected: Omit<HistoryEntry, 'text'>[] = [
      { at: times[0] ?? '', performed_at: null, clock_uncertain: false, by: nurse, kind: 'randomised' },
      { at: times[0] ?? '', performed_at: null, clock_uncertain: false, by: nurse, kind: 'study_pack_allocated' },
      {
        at: times[1] ?? '',
        performed_at: new Date(Date.parse(times[1] ?? '') - 600_000).toISOString(),
        clock_uncertain: false,
        by: nurse,
        kind: 'flagged',
      },
      {
        at: times[2] ?? '',
        performed_at: null,
        clock_uncertain: false,
        by: by('unblinder', 'Thomas Achterberg'),
        kind: 'unblinded',
      },
      {
        at: times[3] ?? '',
        performed_at: null,
        clock_uncertain: false,
        by: by('monitor', 'Ingrid Sørensen'),
        kind: 'unflagged',
      },
      {
        at: times[4] ?? '',
        performed_at: null,
        clock_uncertain: false,
        by: by('blinded-nurse', 'Priya Raman'),
        kind: 'inadvertent_unblinding',
      },
      {
        at: times[5] ?? '',
        performed_at: null,
        clock_uncertain: false,
        by: by('coordinator', 'Daniel Lindqvist'),
        kind: 'randomised_in_error',
      },
      { at: times[6] ?? '', performed_at: null, clock_uncertain: false, by: nurse, kind: 'randomised_in_error' },
      {
        at: times[7] ?? '',
        performed_at: null,
        clock_uncertain: false,
        by: by('coordinator', 'Daniel Lindqvist'),
        kind: 'unblinded',
      },
    ]
    expect(data.map(({ text: _text, ...entry }) => entry)).toEqual(expected)
  })

  test('shows a person who sees everything all of it in words', async () => {
    expect(await textsFor('administrator', one)).toEqual([
      `Randomised at Northern General · Sex: Female · Study group: ${one.study_group.name}`,
      `Study pack ${one.study_pack?.pack_id} allocated`,
      'Flagged: Wrong form',
      'Study group disclosed to Thomas Achterberg: Severe bleeding',
      'Unflagged: Form found',
      'Study group became known by accident: The box lay open',
      'Randomised in error, wrong stratum: Misread · Sex: used Female, corrected Male',
      'Randomised in error, not eligible: Too young · As used: 18 years · Corrected: 17 years',
      'Study group disclosed to Daniel Lindqvist: For the board',
    ])
  })

  test('shows a blinded coordinator the answers at strata, and no words of people who could know the group', async () => {
    const texts = await textsFor('coordinator', one)
    expect(texts[0]).toBe('Randomised at Northern General · Sex: Female · Study group: Blinded')
    expect(texts.slice(5, 8)).toEqual([
      `Study group became known by accident: ${KEPT}`,
      'Randomised in error, wrong stratum: Misread · Sex: used Female, corrected Male',
      `Randomised in error, not eligible: ${KEPT}`,
    ])
  })

  test('shows nobody below level 3 an answer at a stratum, nor words about one', async () => {
    const unblinded = await textsFor('nurse', one)
    expect(unblinded[0]).toBe(`Randomised at Northern General · Study group: ${one.study_group.name}`)
    expect(unblinded.slice(5, 8)).toEqual([
      'Study group became known by accident: The box lay open',
      `Randomised in error, wrong stratum: ${KEPT}`,
      'Randomised in error, not eligible: Too young · As used: 18 years · Corrected: 17 years',
    ])
    for (const person of ['nurse', 'blinded-nurse', 'unblinder', 'pharmacist', 'monitor'] as const) {
      expect((await textsFor(person, one)).join()).not.toMatch(/Female|Male|Misread/)
    }
  })

  test.each<SampleAccountKey>(['coordinator', 'blinded-nurse', 'unblinder', 'monitor'])(
    'shows %s, who sees nothing of the groups, none, also after an unblinding',
    async (person) => {
      const { text } = await historyOf(people[person], one)
      expect(text).not.toMatch(GROUP_WORDS)
      expect(text).toContain('Study group: Blinded')
      expect(text).not.toMatch(/The box|Too young|18 years/)
    },
  )

  test('shows a person who sees labels the label, and words of people who could know no more', async () => {
    const label = one.study_group.name === 'Zanamivir' ? 'Kit L' : 'Kit K'
    const other = await drawnAt(people.administrator, trial, 0)
    valueOf(await recordError(people['blinded-nurse'], other, { comment: 'Seen by a blinded person' }))
    valueOf(await recordError(people.pharmacist, other, { comment: 'Seen by labels' }))
    const texts = await textsFor('pharmacist', one)
    expect(texts[0]).toBe(`Randomised at Northern General · Study group: ${label}`)
    expect(texts.join()).not.toMatch(/Zanamivir|Oseltamivir|The box|Too young/)
    expect((await textsFor('pharmacist', other)).slice(2)).toEqual([
      'Randomised in error, not eligible: Seen by a blinded person',
      'Randomised in error, not eligible: Seen by labels',
    ])
    expect((await textsFor('monitor', other)).slice(2)).toEqual([
      'Randomised in error, not eligible: Seen by a blinded person',
      `Randomised in error, not eligible: ${KEPT}`,
    ])
  })

  test("depends on its viewer's present rights, whatever they wrote", async () => {
    const blinded = await staffedTrial(world)
    const participant = await drawnAt(people.nurse, blinded, 0)
    valueOf(await recordError(people.nurse, participant, { comment: 'They get Zanamivir' }))
    await changePermission(world, blinded, 'nurse', { is_blinded_whole: true })
    expect((await historyOf(people.nurse, participant)).text).not.toMatch(GROUP_WORDS)
  })

  test('is not found at another site, in another trial, or for people who may not know of the trial', async () => {
    const other = await drawnAt(people.administrator, trial, 1)
    const elsewhere = await aTrial(world)
    for (const [person, participant] of [
      ['nurse', other],
      ['administrator', { ...one, trial_id: elsewhere.trial_id }],
      ['nurse', { ...one, trial_id: elsewhere.trial_id }],
      ['administrator', { ...one, id: 999_999 }],
    ] as const) {
      expect((await historyOf(people[person], participant)).problem?.code).toBe('not_found')
    }
    expect((await historyOf(people.monitor, other)).status).toBe(200)
  })
})

describe('in a factorial trial', () => {
  test('the group and the pack of each factor are shown, in their order', async () => {
    const trial = await staffedTrial(world, {
      allocation_method_id: 4,
      study_groups: [
        { name: 'Heparin', label: 'Syringe P', factorial_level: 2 },
        { name: 'Avoid heparin', label: 'Syringe Q', factorial_level: 2 },
        { name: 'Aspirin', label: 'Tablet X', factorial_level: 1 },
        { name: 'Avoid aspirin', label: 'Tablet Y', factorial_level: 1 },
      ],
      packs: 2,
    })
    const one = await drawnAt(people.administrator, trial, 0)
    const [randomised, ...packs] = await textsFor('administrator', one)
    expect(randomised).toMatch(/Study group: (Aspirin|Avoid aspirin) \+ (Heparin|Avoid heparin)$/)
    expect(packs).toHaveLength(2)
    expect(packs[0]).toBe(`Study pack ${one.study_pack?.pack_id} allocated`)
    expect((await textsFor('pharmacist', one))[0]).toMatch(/Study group: Tablet [XY] \+ Syringe [PQ]$/)
    expect((await textsFor('monitor', one))[0]).toBe('Randomised at Northern General · Study group: Blinded')
  })
})

describe('two trials that differ only in their seed', () => {
  /** All answers to people who see no groups, in a trial that has every kind of event. */
  const story = async (seed: string) => {
    const other = await testPortal({ seed })
    try {
      const trial = await staffedTrial(other, { trial_strata: STRATA })
      const those = await everybody(other)
      const texts: string[] = []
      const groups: string[] = []
      for (let place = 0; place < 6; place += 1) {
        const one = await drawnAt(those.nurse, trial, 0)
        groups.push(one.study_group.name)
        other.clock.step(60)
        for (const answer of [
          await recordError(those['blinded-nurse'], one, wrongSex(trial)),
          await recordError(those.unblinder, one, { as_used: '18 years', corrected: '17 years' }),
          await recordInadvertent(those.unblinder, one),
          await unblind(those['blinded-nurse'], one),
          await recordError(those.coordinator, one, { ...wrongSex(trial), as_used: [] }),
        ]) {
          texts.push(answer.text)
        }
        await unblind(those.unblinder, one)
        await recordError(those.unblinder, one, { comment: 'After they were told' })
        for (const person of ['coordinator', 'unblinder', 'monitor'] as const) {
          texts.push((await historyOf(those[person], one)).text)
          const list = await signedInAs(other, person)
          texts.push(await (await list.fetch(`trials/${trial.trial_id}/participants/snapshot`)).text())
        }
      }
      return { shown: texts.join('\n').replace(/"request_id":"[^"]+"/g, ''), groups }
    } finally {
      await other.stop()
    }
  }

  test('are the same trial, byte for byte, to blinded people', async () => {
    const [one, other] = [await story('one seed'), await story('another seed')]
    expect(one.groups).not.toEqual(other.groups)
    expect(one.shown).toBe(other.shown)
    expect(one.shown).not.toMatch(GROUP_WORDS)
  })
})
