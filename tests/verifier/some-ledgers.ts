import type { NamedSettings } from '../domain/randomisation/designs'
import { crossed, factors, weighted } from '../domain/randomisation/designs'
import { startStory, type Story } from './ledger-story'

const BLOCKED = { randomisation_method_id: 1, block_size_min: 2, block_size_max: 6 }
const URN = { randomisation_method_id: 2 }
const MINIMISED = { randomisation_method_id: 3, ...factors(1, 2) }

/** Adds participants of two sites and every combination of the options of two strata, one after another. */
const recruit = (story: Story, count: number, strata: 0 | 2): Story => {
  for (let n = 0; n < count; n += 1) {
    const options = [
      [1, 11 + (n % 2)],
      [2, 21 + (Math.floor(n / 3) % 2)],
    ] as const
    story.draw(1 + (n % 2), options.slice(0, strata))
  }
  return story
}

const drawn = (named: NamedSettings, nonceHex: string | null = null) =>
  recruit(startStory(named, nonceHex), 40, named.trial_strata ? 2 : 0)

const BIG_STICK = { randomisation_method_id: 5, big_stick_limit: 2 }

const leavingOut = { ...URN, exclude_flagged_participants: true }

/** Trials of every kind, each with its ledger. */
export const STORIES: readonly (readonly [name: string, story: () => Story])[] = [
  ['simple, 1 : 1', () => drawn({})],
  ['simple, 3 : 2 : 1 with a closed group', () => drawn({ study_groups: weighted(3, 2, 1, 0) })],
  ['blocks', () => drawn(BLOCKED)],
  ['blocks by strata and site', () => drawn({ ...BLOCKED, ...factors(1, 1), is_site_stratified: true })],
  ['blocks 2 : 1', () => drawn({ ...BLOCKED, block_size_min: 3, study_groups: weighted(2, 1) })],
  ['an urn', () => drawn(URN)],
  [
    'an urn (3, 2, 5) with 3 : 1 by site',
    () =>
      drawn({
        ...URN,
        urn_initial: 3,
        urn_alpha: 2,
        urn_beta: 5,
        study_groups: weighted(3, 1),
        is_site_stratified: true,
      }),
  ],
  ['the big stick', () => drawn(BIG_STICK)],
  [
    'the big stick by strata and site, with a closed group',
    () => drawn({ ...BIG_STICK, ...factors(1, 1), is_site_stratified: true, study_groups: weighted(1, 0, 1) }),
  ],
  [
    'the big stick with flags that leave a difference above the limit',
    () => {
      const story = recruit(startStory({ ...BIG_STICK, exclude_flagged_participants: true }), 6, 0)
      for (const counter of [1, 2, 3, 5]) story.flag(counter, 3)
      recruit(story, 6, 0)
      for (const counter of [1, 2, 3, 5]) story.unflag(counter, 4)
      return recruit(story, 9, 0).reveal()
    },
  ],
  [
    'a biased coin with tolerance by site',
    () =>
      drawn({
        randomisation_method_id: 6,
        biased_coin_limit: 2,
        biased_coin_chance: 6,
        biased_coin_out_of: 8,
        is_site_stratified: true,
      }),
  ],
  [
    'a biased coin with flags that leave a difference above what it tolerates',
    () => {
      const story = recruit(
        startStory({ randomisation_method_id: 6, biased_coin_limit: 1, exclude_flagged_participants: true }),
        6,
        0,
      )
      for (const counter of [1, 2, 3, 5]) story.flag(counter, 3)
      recruit(story, 6, 0)
      for (const counter of [1, 2, 3, 5]) story.unflag(counter, 4)
      return recruit(story, 9, 0).reveal()
    },
  ],
  ['Efron’s biased coin', () => drawn({ randomisation_method_id: 7 })],
  [
    'Efron’s biased coin of 5 out of 6 by strata, with a closed group',
    () =>
      drawn({
        randomisation_method_id: 7,
        efron_chance: 5,
        efron_out_of: 6,
        ...factors(1, 1),
        study_groups: weighted(1, 1, 0),
      }),
  ],
  ['the maximal procedure', () => drawn({ randomisation_method_id: 8 })],
  [
    'the maximal procedure in short sequences by strata, with a closed group',
    () =>
      drawn({
        randomisation_method_id: 8,
        maximal_limit: 2,
        maximal_length: 6,
        ...factors(1, 1),
        study_groups: weighted(1, 0, 1),
      }),
  ],
  [
    'the maximal procedure with flags, which give no slot back',
    () => {
      const story = recruit(
        startStory({ randomisation_method_id: 8, maximal_length: 8, exclude_flagged_participants: true }),
        5,
        0,
      )
      return recruit(story.flag(1, 4), 12, 0).unflag(1, 4).reveal()
    },
  ],
  ['blocks of chosen sizes', () => drawn({ randomisation_method_id: 9, chosen_block_sizes: '8:3, 4' })],
  [
    'blocks of chosen sizes by strata, 2 : 0 : 1, with flags, which give no slot back',
    () => {
      const story = recruit(
        startStory({
          randomisation_method_id: 9,
          chosen_block_sizes: '3:2, 12:4, 6:6',
          exclude_flagged_participants: true,
          ...factors(1, 1),
          study_groups: weighted(2, 0, 1),
        }),
        5,
        2,
      )
      return recruit(story.flag(1, 4), 12, 2).unflag(1, 4).reveal()
    },
  ],
  [
    'minimisation at 2/3 over strata',
    () => drawn({ randomisation_method_id: 3, minimisation_fraction: '2/3', ...factors(1, 2) }),
  ],
  ['minimisation of the whole trial', () => drawn({ randomisation_method_id: 3 })],
  [
    'minimisation by variance over strata and site, 2 : 1 : 1',
    () =>
      drawn({ ...MINIMISED, is_site_stratified: true, minimisation_site_weight: 3, study_groups: weighted(2, 1, 1) }),
  ],
  [
    'minimisation by range, p = 90',
    () => drawn({ ...MINIMISED, minimisation_measure: 'range', minimisation_probability: 90 }),
  ],
  ['minimisation that is certain', () => drawn({ ...MINIMISED, minimisation_probability: 100 })],
  [
    'a factorial trial in blocks',
    () => drawn({ ...BLOCKED, ...crossed([1, 1], [2, 1]), block_size_min: 6, block_size_max: 12 }),
  ],
  ['a factorial trial, minimised', () => drawn({ ...MINIMISED, ...crossed([1, 1], [1, 1, 1]) })],
  ['with a start nonce', () => drawn(BLOCKED, '00ff00ff00ff00ff')],
  [
    'with settings saved in between, some of which begin an epoch',
    () => {
      const story = recruit(startStory(BLOCKED), 7, 0)
      recruit(story.save({ ...BLOCKED, block_size_max: 8 }), 5, 0)
      recruit(story.save({ ...BLOCKED, block_size_max: 8, exclude_flagged_participants: true }), 5, 0)
      return recruit(story.save({ ...BLOCKED, study_groups: weighted(1, 1, 1), block_size_min: 3 }), 9, 0).reveal()
    },
  ],
  [
    'with flags that steer an urn, and flags that do not',
    () => {
      const story = recruit(startStory(leavingOut), 6, 0).flag(2, 3).flag(5, 1).flag(1, 4)
      recruit(story, 5, 0).unflag(2, 1).unflag(5, 3).unflag(1, 3)
      recruit(story.save({ ...leavingOut, urn_beta: 2 }), 5, 0)
        .flag(3, 3)
        .flag(12, 3)
      return recruit(story, 5, 0).unflag(12, 4).reveal().flag(13, 2)
    },
  ],
  [
    'with settings of an urn by which its counts began again, and flags of before',
    () => {
      const story = recruit(startStory(leavingOut), 6, 0).flag(2, 3)
      recruit(story.saveAsBefore({ ...leavingOut, urn_beta: 2 }), 5, 0)
        .unflag(2, 3)
        .flag(8, 3)
      return recruit(story, 5, 0).reveal()
    },
  ],
  [
    'with block bounds that allow the same sizes, in an open block',
    () => {
      const story = recruit(startStory({ ...BLOCKED, block_size_min: 4, block_size_max: 4 }), 7, 0)
      return recruit(story.save({ ...BLOCKED, block_size_min: 3, block_size_max: 5 }), 9, 0).reveal()
    },
  ],
  [
    'with every setting of a minimisation changed, whose counts and flags go on',
    () => {
      const site = { ...MINIMISED, is_site_stratified: true, exclude_flagged_participants: true }
      const story = recruit(startStory(site), 9, 2).flag(3, 3)
      const range = { ...site, minimisation_measure: 'range' as const, minimisation_probability: 95 }
      recruit(story.save({ ...range, ...factors(5, 1), minimisation_site_weight: 2 }), 9, 2)
        .unflag(3, 4)
        .flag(10, 4)
      return recruit(story.save({ ...site, minimisation_fraction: '7/9' }), 9, 2)
        .unflag(10, 3)
        .reveal()
    },
  ],
  [
    'with a lower limit of the big stick, below the difference that was carried',
    () => {
      const story = recruit(startStory({ ...BIG_STICK, big_stick_limit: 9 }), 21, 0)
      return recruit(story.save({ ...BIG_STICK, big_stick_limit: 1 }), 12, 0).reveal()
    },
  ],
  [
    'with other coins, whose counts go on',
    () => {
      const story = recruit(startStory({ randomisation_method_id: 6 }), 9, 0)
      recruit(
        story.save({ randomisation_method_id: 6, biased_coin_limit: 1, biased_coin_chance: 5, biased_coin_out_of: 6 }),
        9,
        0,
      )
      return story.reveal()
    },
  ],
  [
    'with flags in a minimisation',
    () => {
      const story = recruit(startStory({ ...MINIMISED, exclude_flagged_participants: true }), 9, 2)
        .flag(1, 3)
        .flag(2, 3)
      return recruit(recruit(story, 9, 2).unflag(1, 3), 9, 2).reveal()
    },
  ],
  [
    'with flags of block trials, which give no slot back',
    () => {
      const story = recruit(startStory({ ...BLOCKED, exclude_flagged_participants: true }), 5, 0).flag(1, 4)
      return recruit(story, 5, 0).unflag(1, 4)
    },
  ],
  [
    'with names, and other names later',
    () => {
      const group = (id: number, name: string) => ({ kind: 'study_group', id, name, label: null }) as const
      const sites = [1, 2].map((id) => ({ kind: 'site', id, name: `Ward ${id}`, label: null }) as const)
      const story = startStory(BLOCKED).name(group(1, 'Verum'), group(2, 'Reference'), ...sites)
      return recruit(recruit(story, 5, 0).name(group(2, 'Placebo')), 5, 0)
    },
  ],
  ['that was started and has nobody yet', () => startStory(URN)],
]

/** A small ledger with a record of every kind: settings, 3 drawn, 1 flagged, settings, epoch, 3 drawn, reveal. */
export const smallLedger = () =>
  recruit(
    recruit(startStory(leavingOut), 3, 0)
      .flag(2, 3)
      .saveAsBefore({ ...leavingOut, urn_beta: 3 }),
    3,
    0,
  )
    .unflag(2, 3)
    .reveal()
    .ledger()
