import { ofOneRatio } from '../domain/randomisation/designs'
import { allocate, type DrawState } from '#domain/randomisation/allocate'
import type { OneRatioDesign } from '#domain/randomisation/design'
import { randomSource } from '#domain/randomisation/random-source'
import { stateKeys } from '#domain/randomisation/state-keys'
import { validateDesign } from '#domain/randomisation/validate-design'
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { drawWords } from '../../src/server/ground/ledger/words'
import { USUAL_SETTINGS } from '../support/other-settings'

const STRATA = ['sex', 'consciousness', 'age_group', 'delay', 'stroke_type'] as const

const patients = v.array(
  v.object({
    sex: v.string(),
    consciousness: v.string(),
    age_group: v.string(),
    delay: v.string(),
    stroke_type: v.string(),
    actual_aspirin: v.string(),
    actual_heparin: v.string(),
  }),
)
type Patient = v.InferOutput<typeof patients>[number]

/** The groups by id: aspirin or not, then low, medium or no heparin; half of the patients get none. */
const GROUPS = new Map([
  [1, { name: 'Aspirin', weight: 1, factorial_level: 1 }],
  [2, { name: 'Avoid aspirin', weight: 1, factorial_level: 1 }],
  [3, { name: 'Low-dose heparin', weight: 1, factorial_level: 2 }],
  [4, { name: 'Medium-dose heparin', weight: 1, factorial_level: 2 }],
  [5, { name: 'Avoid heparin', weight: 2, factorial_level: 2 }],
])

/** The number of runs, each with its seed. The printed worst imbalance is their median. */
const RUNS = 11

/**
 * The whole International Stroke Trial in the United Kingdom: 6,257 patients in their order, factorial and minimised
 * over five strata. Prints allocations per second, and the worst imbalance of any level of any stratum beside that of
 * the real trial. The imbalance of a level is the difference between the aspirin groups, and the distance of a heparin
 * group from its share.
 */
export const strokeTrial = (): Record<string, string | number>[] => {
  const file = new URL('../../src/server/start/sample-data/ist/uk.csv', import.meta.url)
  const people = v.parse(patients, parse(readFileSync(file), { columns: true }))
  const design = strokeDesign(people)
  const runs = Array.from({ length: RUNS }, (_, seed) => {
    const began = performance.now()
    const drawn = randomised(design, people, seed)
    return { rate: people.length / ((performance.now() - began) / 1000), ...worst(people, drawn) }
  })
  const middle = (figure: (run: (typeof runs)[number]) => number) =>
    runs.map(figure).toSorted((a, b) => a - b)[(RUNS - 1) / 2] ?? 0
  const real = worst(
    people,
    people.map(({ actual_aspirin, actual_heparin }) => [actual_aspirin, actual_heparin]),
  )
  return [
    {
      trial: 'minimised by the engine',
      'allocations per second': middle(({ rate }) => rate).toFixed(0),
      'worst of aspirin': middle(({ aspirin }) => aspirin),
      'worst of heparin': middle(({ heparin }) => heparin),
    },
    {
      trial: 'as it really was',
      'allocations per second': '',
      'worst of aspirin': real.aspirin,
      'worst of heparin': real.heparin,
    },
  ]
}

const optionsOf = (people: readonly Patient[], stratum: (typeof STRATA)[number]): string[] => [
  ...new Set(people.map((patient) => patient[stratum])),
]

const strokeDesign = (people: readonly Patient[]): OneRatioDesign => {
  const design = validateDesign({
    allocation_method_id: 4,
    randomisation_method_id: 3,
    study_groups: [...GROUPS].map(([id, { weight, factorial_level }]) => ({ id, weight, factorial_level })),
    is_stratified: true,
    is_site_stratified: false,
    exclude_flagged_participants: false,
    ...USUAL_SETTINGS,
    trial_strata: STRATA.map((stratum, place) => ({
      id: place + 1,
      minimisation_weight: 1,
      option_ids: optionsOf(people, stratum).map((_, option) => option + 1),
    })),
  })
  if (!design.ok) throw new Error(design.refusal.code)
  return ofOneRatio(design.value)
}

/** The names of the two groups of each patient. */
const randomised = (design: OneRatioDesign, people: readonly Patient[], seed: number): string[][] => {
  const key = new Uint8Array(32).fill(seed)
  const options = STRATA.map((stratum) => optionsOf(people, stratum))
  const states = new Map<string, DrawState>()
  return people.map((patient, index) => {
    const keys = stateKeys(design, 1, {
      site_id: 1,
      options: STRATA.map((stratum, place) => ({
        trial_stratum_id: place + 1,
        trial_stratum_option_id: (options[place]?.indexOf(patient[stratum]) ?? 0) + 1,
      })),
    })
    const before = keys.map((name) => states.get(name) ?? null)
    const drawn = allocate(design, before, randomSource(drawWords(key, index + 1)))
    for (const [place, name] of keys.entries()) {
      const state = drawn.states[place]
      if (state) states.set(name, state)
    }
    return drawn.group_ids.map((id) => GROUPS.get(id)?.name ?? '')
  })
}

const worst = (people: readonly Patient[], groups: readonly (readonly string[])[]) => {
  let aspirin = 0
  let heparin = 0
  for (const stratum of STRATA) {
    for (const option of optionsOf(people, stratum)) {
      const here = groups.filter((_, index) => people[index]?.[stratum] === option)
      const count = (group: string) => here.filter((names) => names.includes(group)).length
      aspirin = Math.max(aspirin, Math.abs(count('Aspirin') - count('Avoid aspirin')))
      for (const [, { name, weight, factorial_level }] of GROUPS) {
        if (factorial_level === 2) heparin = Math.max(heparin, Math.abs(count(name) - (here.length * weight) / 4))
      }
    }
  }
  return { aspirin, heparin }
}
