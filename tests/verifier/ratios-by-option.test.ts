import type { Ledger } from '#contract/ledger'
import { describe, expect, it } from 'vitest'
import { rated, type NamedSettings } from '../domain/randomisation/designs'
import { chainedAgain, startStory, unrevealed } from './ledger-story'
import { verdictOn } from './run-verifier'

/* The ratio differs by the option of a stratum (src/specification/rct-alloc-1.md#ratios-by-an-option). */

const URN: NamedSettings = { randomisation_method_id: 2, ...rated('2:1', '1:1') }
const BLOCKS: NamedSettings = {
  randomisation_method_id: 1,
  block_size_min: 5,
  block_size_max: 7,
  ...rated('2:1', '1:1'),
}

const [SEVERE, MILD] = [[[1, 11]], [[1, 12]]] as const

/** 1 settings, 2 to 7 draws, 8 settings, 9 an epoch, 10 to 12 draws, 13 the reveal. */
const story = (before: NamedSettings = URN, after: NamedSettings = { ...URN, ...rated('3:1', '1:1') }): Ledger => {
  const begun = startStory(before)
  for (const options of [SEVERE, MILD, SEVERE, SEVERE, MILD, MILD]) begun.draw(1, options)
  begun.save(after)
  for (const options of [SEVERE, MILD, SEVERE]) begun.draw(1, options)
  return begun.reveal().ledger()
}

const textsOf = ({ records }: Ledger): string[] => records.map(({ record }) => record)
const typeAt = (ledger: Ledger, place: number) => /"type":"(\w+)"/.exec(textsOf(ledger)[place] ?? '')?.[1]

describe('a ledger whose ratio differs by an option', () => {
  it.each<[string, NamedSettings]>([
    ['of an urn', URN],
    ['of blocks', BLOCKS],
    ['of blocks of chosen sizes', { randomisation_method_id: 9, chosen_block_sizes: '6, 12', ...rated('2:1', '1:1') }],
    ['of simple randomisation', rated('2:1', '1:1')],
  ])('%s is correct, with and without the seed', (_of, named) => {
    const other = { ...named, ...rated('1:2', '1:1') }
    for (const ledger of [story(named, other), unrevealed(story(named, other))])
      expect(verdictOn(ledger)).toMatchObject({ code: 0, wrong: null })
  })

  it('begins an epoch with another ratio, and carries counts where only the urn changes', () => {
    expect(typeAt(story(), 8)).toBe('epoch')
    const carried = story(URN, { ...URN, urn_beta: 3 })
    expect(typeAt(carried, 8)).toBe('carried')
    expect(verdictOn(carried).code).toBe(0)
  })

  it('carries open blocks over bounds that leave every option its sizes', () => {
    const carried = story(BLOCKS, { ...BLOCKS, block_size_min: 6 })
    expect(typeAt(carried, 8)).toBe('carried')
    expect(verdictOn(carried).code).toBe(0)
  })

  it('moves counts by flags, at the option of the participant', () => {
    const flagged = startStory({ ...URN, exclude_flagged_participants: true })
    flagged.draw(1, SEVERE).draw(1, MILD).flag(1, 4).draw(1, SEVERE).draw(1, SEVERE)
    expect(verdictOn(flagged.reveal().ledger())).toMatchObject({ code: 0, wrong: null })
  })
})

describe('a forged one is found', () => {
  const forged = (change: (text: string) => string, place = 7) =>
    verdictOn(
      chainedAgain(
        story(),
        textsOf(story()).map((text, at) => (at === place ? change(text) : text)),
      ),
    ).wrong

  it.each<[string, (text: string) => string, RegExp]>([
    [
      'a ratio of no option',
      (text) => text.replace('"option":12', '"option":13'),
      /ratios that are not one for each option/,
    ],
    [
      'a ratio more',
      (text) => text.replace('[{"option":11', '[{"option":10,"weights":[1,1]},{"option":11'),
      /not one for each option/,
    ],
    [
      'one ratio of two options in one text',
      (text) =>
        text.replace(
          '[{"option":11,"weights":[3,1]},{"option":12,"weights":[1,1]}]',
          '[{"option":"11,12","weights":[3,1]}]',
        ),
      /has invalid ratios/,
    ],
    ['an option in words', (text) => text.replace('"option":11', '"option":"11"'), /has invalid ratios/],
    ['a ratio of too few cells', (text) => text.replace('[3,1]', '[2]'), /has invalid ratios/],
    ['a ratio that closes a group', (text) => text.replace('[3,1]', '[1,0]'), /do not go with its cells/],
    ['a ratio that is not reduced', (text) => text.replace('[3,1]', '[4,2]'), /not reduced, or above 60/],
    ['the same ratio twice', (text) => text.replace('[3,1]', '[1,1]'), /the same ratio at every option/],
    [
      'ratios without stratification',
      (text) => text.replace('"is_stratified":1', '"is_stratified":0'),
      /is not stratified/,
    ],
    ['another stratum', (text) => text.replace('"stratum":1}', '"stratum":2}'), /not one for each option/],
  ])('%s', (_what, change, expected) => {
    expect(forged(change)).toMatch(expected)
  })

  it('another ratio, since the words draw something else by it', () => {
    expect(forged((text) => text.replace('[3,1]', '[1,59]'))).toMatch(/^record \d+: the words draw/)
  })

  it('ratios of a method that has none', () => {
    const ledger = startStory({ randomisation_method_id: 5 })
      .draw()
      .save({ randomisation_method_id: 5, big_stick_limit: 2 })
      .draw()
      .reveal()
      .ledger()
    const wrong = verdictOn(
      chainedAgain(
        ledger,
        textsOf(ledger).map((text, at) =>
          at === 2 ? text.replace('"strata"', '"ratios":{"options":[],"stratum":1},"strata"') : text,
        ),
      ),
    ).wrong
    expect(wrong).toMatch(/a field too many or too few/)
  })
})
