import { beforeAll, describe, expect, test } from 'vitest'
import { chanceOf } from '../support/experiments/chance'
import { cluesOfPair, type Subject } from '../support/experiments/clues'
import { experimentIn, type Experiment } from '../support/experiments/experiment'
import { skillOf, type Case, type Skill } from '../support/experiments/guess'
import { CALLS_TO_TRY } from '../support/experiments/moves'
import { isFull } from '../support/full'
import { testPortal } from '../support/portal'

/*
 * Blinded people try every call of the contract in trials that differ only in their groups, and share what they see. A
 * guesser that knows the groups of the other trials guesses those of this one. More right guesses than by chance show a
 * leak.
 */

/** Decides which calls are tried, and their order. */
const SEED = isFull ? new Date().toISOString() : 'a'

const PAIRS = isFull ? 200 : 2
const STEPS = isFull ? 500 : 360

/** The time limit for two worlds, in milliseconds. */
const PATIENCE = isFull ? 200_000 : 90_000

/** A score that chance alone reaches once in two million times. */
const BEYOND_CHANCE = 5

/** The number of pairs of packs or participants that are guessed in each trial. */
const MAX_PAIRS = isFull ? 40 : 150

/** Pairs of trials in which the same calls were tried. Packs and participants have other groups in each. */
const experimentsOf = async (pairs: number, is_blinded_whole: boolean): Promise<Experiment[]> => {
  const experiments: Experiment[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const walk = `${SEED}, pair ${pair}`
    const world = await testPortal({ seed: walk })
    try {
      const blinding = { is_blinded_whole }
      experiments.push(await experimentIn(world, blinding, walk, STEPS))
      experiments.push(await experimentIn(world, blinding, walk, STEPS))
    } finally {
      await world.stop()
    }
  }
  return experiments
}

type ExperimentSubjects = Experiment['subjects']

const FIRST_GROUP = 'Amlodipine'

/** The guesses about subjects of a kind: whether each is in the first group, or whether two are in the same group. */
const GUESSED: Readonly<Record<string, (subjects: ExperimentSubjects, world: number) => Case[]>> = {
  'the group of each': (subjects, world) =>
    subjects.map(({ group, clues }) => ({ world, isSo: group === FIRST_GROUP, clues })),
  'whether two are of one group': (subjects, world) => {
    const random = chanceOf(`pairs ${world}`)
    return Array.from({ length: MAX_PAIRS }, () => [
      subjects[random(subjects.length)],
      subjects[random(subjects.length)],
    ]).flatMap(([one, other]) =>
      one && other && one !== other
        ? [{ world, isSo: one.group === other.group, clues: cluesOfPair(one.clues, other.clues) }]
        : [],
    )
  },
}

const skillAt = (guessed: string, kind: Subject['kind'], experiments: readonly Experiment[]): Skill =>
  skillOf(
    experiments.flatMap(({ subjects }, world) => {
      const ofKind = subjects.filter((subject) => subject.kind === kind)
      return GUESSED[guessed]?.(ofKind, world) ?? []
    }),
    chanceOf('shuffles'),
  )

const TASKS = (['study_pack', 'participant'] as const).flatMap((kind) =>
  Object.keys(GUESSED).map((guessed) => ({ kind, guessed })),
)

const callOf = (outcome: string): string | undefined => outcome.split(' ')[0]

describe(`of what blinded people saw who tried everything (${SEED})`, () => {
  let experiments: Experiment[]
  beforeAll(async () => {
    experiments = await experimentsOf(PAIRS, true)
  }, PAIRS * PATIENCE)

  test('nothing was left untried', () => {
    const outcomes = new Set(experiments.flatMap((experiment) => [...experiment.outcomes]))
    const tried = new Set([...outcomes].map(callOf))
    expect(tried).toEqual(new Set(CALLS_TO_TRY.map(([name]) => name)))
    // A call that is refused for want of a level teaches nothing.
    const answered = new Set([...outcomes].filter((outcome) => !outcome.endsWith(' 403 forbidden')).map(callOf))
    expect(answered).toEqual(tried)
    for (const done of [
      'randomiseParticipant 201',
      'deactivateStudyPacks 200',
      'updateTrial 200',
      'prepareStudyPacksExport 200',
    ])
      expect(outcomes).toContain(done)
  })

  test.each(TASKS)('nobody guesses better than by chance: $guessed $kind', ({ kind, guessed }) => {
    const skill = skillAt(guessed, kind, experiments)
    expect(skill.cases).toBeGreaterThan(20 * PAIRS)
    expect(skill.deviations).toBeLessThan(BEYOND_CHANCE)
  })
})

describe('of what people saw who are not blinded', () => {
  let experiments: Experiment[]
  beforeAll(async () => {
    experiments = await experimentsOf(2, false)
  }, 2 * PATIENCE)

  test.each(Object.keys(GUESSED))('the same guesses are better than chance: %s participant', (guessed) => {
    expect(skillAt(guessed, 'participant', experiments).deviations).toBeGreaterThan(BEYOND_CHANCE)
  })
})
