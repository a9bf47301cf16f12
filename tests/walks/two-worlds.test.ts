import { beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import type { Blinding } from '../support/begin-story'
import { blindedWorld, type BlindedWorld, type Hidden } from '../support/blinded-world'
import { renamed } from '../support/renamed'

/* The same story is lived twice with other allocations. Blinded people see the same bytes in both. */

const hidden = (seed: string, l: object, k: object, block_sizes = [2, 6], more: object[] = []): Hidden => ({
  seed,
  design: {
    study_groups: [{ label: 'Kit L', ...l }, { label: 'Kit K', ...k }, ...more],
    block_size_min: block_sizes[0],
    block_size_max: block_sizes[1],
  },
})

const ZANAMIVIR = { name: 'Zanamivir' }
const OSELTAMIVIR = { name: 'Oseltamivir' }

const WORLDS: { visibility: string; blinding: Blinding; one: Hidden; other: Hidden }[] = [
  {
    visibility: 'nothing',
    blinding: { is_blinded_whole: true },
    one: hidden('one seed', ZANAMIVIR, OSELTAMIVIR),
    other: hidden('another seed', { name: 'Baloxavir', label: 'Box B', weight: 2 }, { name: 'Peramivir' }, [3, 9]),
  },
  {
    // In one world a group is closed at its cap after three participants.
    visibility: 'nothing',
    blinding: { is_blinded_whole: true },
    one: hidden(
      'one seed',
      ZANAMIVIR,
      OSELTAMIVIR,
      [3, 9],
      [{ name: 'Laninamivir', max_participants: 3, label: 'Kit M' }],
    ),
    other: hidden(
      'another seed',
      { name: 'Baloxavir' },
      { name: 'Peramivir' },
      [3, 9],
      [{ name: 'Favipiravir', label: 'Kit M' }],
    ),
  },
  {
    // Labels are shown, so the same labels are drawn in both worlds, with exchanged groups.
    visibility: 'labels',
    blinding: { is_blinded_partial: true },
    one: hidden('one seed', ZANAMIVIR, OSELTAMIVIR),
    other: hidden('one seed', OSELTAMIVIR, ZANAMIVIR),
  },
]

/** The time limit for four whole trials, in milliseconds. */
const PATIENCE = 600_000

const SEEING: SampleAccountKey = 'nurse'
const BLINDED = SAMPLE_ACCOUNTS.map(({ key }) => key).filter((key) => key !== SEEING)

/** The lines that differ, each pair one beneath the other. */
const differences = (one: string, other: string): string[][] => {
  const others = other.split('\n')
  return one
    .split('\n')
    .map((line, index) => [line, others[index] ?? ''])
    .filter(([line, beside]) => line !== beside)
}

describe.each(WORLDS)('two trials that differ only in their allocations', ({ visibility, blinding, ...hidings }) => {
  let one: BlindedWorld
  let other: BlindedWorld
  beforeAll(async () => {
    one = await blindedWorld(blinding, hidings.one)
    other = await blindedWorld(blinding, hidings.other)
  }, PATIENCE)

  const between = (key: SampleAccountKey) => differences(renamed(one.answersOf[key]), renamed(other.answersOf[key]))

  test(`do differ in them: nobody got the same, and unblinded people see ${visibility === 'labels' ? 'it' : 'so'}`, () => {
    expect(one.groups).toHaveLength(30)
    expect(one.groups).toHaveLength(other.groups.length)
    expect(one.groups).not.toEqual(other.groups)
    const seen = between(SEEING).flat().join('\n')
    for (const word of [...one.groups, ...other.groups]) expect(seen).toContain(word)
  })

  test.each(BLINDED)(`are the same to people who see ${visibility} of the groups: %s`, (key) => {
    expect(between(key)).toEqual([])
    expect(renamed(one.answersOf[key])).toBe(renamed(other.answersOf[key]))
  })
})
