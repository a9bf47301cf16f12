import type { Ledger } from '#contract/ledger'
import { describe, expect, it } from 'vitest'
import { factors, type NamedSettings } from '../domain/randomisation/designs'
import { chainedAgain, startStory, unrevealed } from './ledger-story'
import { verdictOn } from './run-verifier'

/* Counts carry on over a change that leaves the ratio alone (src/specification/rct-alloc-1.md#epochs). */

const URN: NamedSettings = { randomisation_method_id: 2 }
const OTHER_URN: NamedSettings = { ...URN, urn_beta: 2 }

/** 1 settings, 2 to 4 draws, 5 settings, 6 carried, 7 to 9 draws, 10 the reveal. */
const carried = (): Ledger =>
  startStory(URN).draw().draw().draw().save(OTHER_URN).draw().draw().draw().reveal().ledger()

/** The same in a ledger from before counts were carried: 6 is an epoch. */
const begunAgain = (): Ledger =>
  startStory(URN).draw().draw().draw().saveAsBefore(OTHER_URN).draw().draw().draw().reveal().ledger()

const textsOf = ({ records }: Ledger): string[] => records.map(({ record }) => record)
const typesOf = (ledger: Ledger) => textsOf(ledger).map((text) => /"type":"(\w+)"/.exec(text)?.[1])

describe('a ledger with carried counts', () => {
  it('is correct with and without the seed, in one epoch', () => {
    expect(typesOf(carried())[5]).toBe('carried')
    for (const ledger of [carried(), unrevealed(carried())]) expect(verdictOn(ledger).code).toBe(0)
    expect(textsOf(carried()).join()).not.toContain('"epoch":2')
  })

  it('of before counts were carried is as correct as ever', () => {
    expect(typesOf(begunAgain())[5]).toBe('epoch')
    for (const ledger of [begunAgain(), unrevealed(begunAgain())]) expect(verdictOn(ledger).code).toBe(0)
  })
})

describe('a forged record is found', () => {
  const forged = (ledger: Ledger, change: (texts: string[]) => readonly string[]) =>
    verdictOn(chainedAgain(ledger, change(textsOf(ledger)))).wrong
  const at = (place: number, change: (text: string) => string) => (texts: string[]) =>
    texts.map((text, index) => (index === place ? change(text) : text))

  it.each<[string, () => string | null, RegExp]>([
    [
      'counts that go on where they began again',
      () =>
        forged(
          begunAgain(),
          at(5, (text) => text.replace('"epoch":2', '"epoch":1').replace('"type":"epoch"', '"type":"carried"')),
        ),
      /^record 7: it says epoch 2 in epoch 1/,
    ],
    [
      'the record left out',
      () => forged(carried(), (texts) => texts.filter((_, index) => index !== 5)),
      /^record 6: the settings before it change what counts are drawn by/,
    ],
    [
      'another epoch in it',
      () =>
        forged(
          carried(),
          at(5, (text) => text.replace('"epoch":1', '"epoch":2')),
        ),
      /^record 6: it carries the counts of epoch 2 in epoch 1/,
    ],
    [
      'one after a draw',
      () => forged(carried(), (texts) => [...texts.slice(0, 7), texts[5] ?? '', ...texts.slice(7)]),
      /^record 8: no change of settings before it/,
    ],
  ])('%s', (_what, wrong, expected) => {
    expect(wrong()).toMatch(expected)
  })

  it('counts that went on, told as begun again: the words draw something else, or the epoch is another', () => {
    const wrong = forged(
      carried(),
      at(5, (text) => text.replace('"epoch":1', '"epoch":2').replace('"type":"carried"', '"type":"epoch"')),
    )
    expect(wrong).toMatch(/^record 7: it says epoch 1 in epoch 2/)
  })

  it.each<[string, NamedSettings, NamedSettings]>([
    [
      'another weight',
      URN,
      {
        ...URN,
        study_groups: [
          { id: 1, weight: 2 },
          { id: 2, weight: 1 },
        ],
      },
    ],
    ['a stratification by site', URN, { ...URN, is_site_stratified: true }],
    [
      'other block sizes',
      { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 },
      { randomisation_method_id: 1, block_size_min: 4, block_size_max: 6 },
    ],
    ['another sequence', { randomisation_method_id: 8 }, { randomisation_method_id: 8, maximal_limit: 2 }],
    [
      'a factor more',
      { randomisation_method_id: 3, ...factors(1) },
      { randomisation_method_id: 3, ...factors(1), is_site_stratified: true },
    ],
  ])('counts carried over %s', (_what, before, after) => {
    const ledger = startStory(before).save(after).reveal().ledger()
    const wrong = forged(
      ledger,
      at(2, (text) => text.replace('"epoch":2', '"epoch":1').replace('"type":"epoch"', '"type":"carried"')),
    )
    expect(wrong).toBe('record 3: it carries counts over settings that begin a new epoch')
  })
})
