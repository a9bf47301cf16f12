import type { Ledger } from '#contract/ledger'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { weighted, type NamedSettings } from '../domain/randomisation/designs'
import { VECTORS, type VectorSequence } from '../domain/randomisation/vectors'
import { chainedAgain, startStory } from './ledger-story'
import { verdictOn } from './run-verifier'

/** The settings of a sequence; the levels of stratum s = 1, 2, 3 are its options 10 s, 10 s + 1, … */
const settingsOf = (vector: VectorSequence): NamedSettings => {
  const strata = (weights: readonly number[]) => ({
    is_stratified: true,
    trial_strata: weights.map((minimisation_weight, index) => ({
      id: index + 1,
      option_ids: [0, 1, 2, 3].map((level) => 10 * (index + 1) + level),
      minimisation_weight,
    })),
  })
  const study_groups = weighted(...vector.weights)
  switch (vector.method) {
    case 'standard':
      return { randomisation_method_id: 4, study_groups }
    case 'blocked':
      return {
        randomisation_method_id: 1,
        study_groups,
        block_size_min: vector.block_size_min ?? null,
        block_size_max: vector.block_size_max ?? null,
        ...(vector.stratum ? strata([1]) : {}),
      }
    case 'urn':
      return {
        randomisation_method_id: 2,
        study_groups,
        urn_initial: vector.initial ?? 0,
        urn_alpha: vector.alpha ?? 0,
        urn_beta: vector.beta ?? 0,
      }
    case 'big_stick':
      return {
        randomisation_method_id: 5,
        study_groups,
        big_stick_limit: vector.limit ?? 0,
        ...(vector.stratum ? strata([1]) : {}),
      }
    case 'biased_coin':
      return {
        randomisation_method_id: 6,
        study_groups,
        biased_coin_limit: vector.limit ?? 0,
        biased_coin_chance: vector.chance?.[0] ?? 0,
        biased_coin_out_of: vector.chance?.[1] ?? 0,
        ...(vector.stratum ? strata([1]) : {}),
      }
    case 'efron':
      return {
        randomisation_method_id: 7,
        study_groups,
        efron_chance: vector.chance?.[0] ?? 0,
        efron_out_of: vector.chance?.[1] ?? 0,
        ...(vector.stratum ? strata([1]) : {}),
      }
    case 'maximal':
      return {
        randomisation_method_id: 8,
        study_groups,
        maximal_limit: vector.limit ?? 0,
        maximal_length: vector.length ?? 0,
        ...(vector.stratum ? strata([1]) : {}),
      }
    case 'chosen_blocks':
      return {
        randomisation_method_id: 9,
        study_groups,
        chosen_block_sizes: vector.sizes ?? null,
        ...(vector.stratum ? strata([1]) : {}),
      }
    case 'minimisation':
      return {
        randomisation_method_id: 3,
        study_groups,
        minimisation_measure: vector.measure ?? 'variance',
        minimisation_probability: 80,
        ...strata(vector.factor_weights ?? []),
      }
  }
}

const levelsAt = (vector: VectorSequence, t: number): number[] => {
  if (vector.method === 'minimisation') return [t % 2, (t * t) % 3, Math.floor(t / 2) % 4]
  return vector.stratum ? [t % 3] : []
}

/** A ledger with as many draws as the sequence has. */
const ledgerOf = (vector: VectorSequence): Ledger => {
  const story = startStory(settingsOf(vector))
  for (let t = 1; t <= vector.groups.length; t += 1) {
    story.draw(
      1,
      levelsAt(vector, t).map((level, index) => [index + 1, 10 * (index + 1) + level]),
    )
  }
  return story.ledger()
}

const drawn = v.object({ groups: v.tuple([v.number()]) })

const lettersOf = ({ records }: Ledger): string =>
  records
    .slice(1)
    .map(({ record }) => String.fromCharCode(64 + v.parse(drawn, JSON.parse(record)).groups[0]))
    .join('')

/** Changes the group of the last record, and its arm where each group has one. */
const lastDrawnOtherwise = (ledger: Ledger): Ledger => {
  const texts = ledger.records.map(({ record }) => record)
  const last: { arm: number } = JSON.parse(texts.at(-1) ?? '')
  const arm = last.arm === 0 ? 1 : 0
  return chainedAgain(ledger, [...texts.slice(0, -1), JSON.stringify({ ...last, arm, groups: [arm + 1] })])
}

describe('the verifier draws the sequences of the vectors', () => {
  it.each(VECTORS.sequences)('$method $measure $stratum, weights $weights', (vector) => {
    const ledger = ledgerOf(vector)
    expect(lettersOf(ledger)).toBe(vector.groups)
    expect(verdictOn(ledger)).toMatchObject({ code: 0, wrong: null })
  })

  it.each(VECTORS.sequences.filter(({ weights }) => weights.every((weight) => weight === 1)))(
    'and no other: $method $measure $stratum',
    (vector) => {
      const { code, wrong } = verdictOn(lastDrawnOtherwise(ledgerOf(vector)))
      expect([code, wrong]).toEqual([1, expect.stringMatching(/^record 41: the words draw arm \d, group \d; it says/)])
    },
  )
})
