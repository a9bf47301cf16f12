import type { Ledger } from '#contract/ledger'
import { describe, expect, it } from 'vitest'
import { chainedAgain, startStory, unrevealed } from './ledger-story'
import { verdictOn } from './run-verifier'

/* A trial that was finished by mistake and re-opened (src/specification/rct-alloc-1.md#re-opening). */

const BLOCKS = { randomisation_method_id: 1, block_size_min: 4, block_size_max: 4 }

/** 1 settings, 2 and 3 draws, 4 a re-opening, 5 to 7 draws, 8 a re-opening, 9 the reveal. */
const reopenedTwice = (): Ledger =>
  startStory(BLOCKS).draw().draw().reopen().draw().draw().draw().reopen().reveal().ledger()

const textsOf = ({ records }: Ledger): string[] => records.map(({ record }) => record)

/** The ledger with other records, as an attacker with the seed would make it. */
const forged = (change: (texts: string[]) => readonly string[]): Ledger => {
  const ledger = reopenedTwice()
  return chainedAgain(ledger, change(textsOf(ledger)))
}

const REOPENING = /"type":"reopening"/

describe('a re-opened trial', () => {
  it('is correct with and without the seed, and each re-opening is told', () => {
    for (const ledger of [reopenedTwice(), unrevealed(reopenedTwice())]) {
      const { code, printed } = verdictOn(ledger)
      expect(code).toBe(0)
      expect(printed).toContain('record 4: the trial had been finished after 2 participants')
      expect(printed).toContain('record 8: the trial had been finished after 5 participants')
    }
  })

  it('of before its first participant is told as one of 0', () => {
    const { code, printed } = verdictOn(startStory(BLOCKS).reopen().draw().ledger())
    expect([code, printed.includes('finished after 0 participants')]).toEqual([0, true])
  })

  it('goes on in its open block', () => {
    const groups = textsOf(reopenedTwice()).flatMap((text) => /"groups":\[(\d)\]/.exec(text)?.[1] ?? [])
    expect(groups.slice(0, 4).toSorted()).toEqual(['1', '1', '2', '2'])
  })
})

describe('a forged re-opening is found', () => {
  it.each<[string, RegExp, () => Ledger]>([
    [
      'counted wrongly',
      /^record 4: it says re-opening 2, the next one is 1$/,
      () => forged((texts) => texts.map((text) => text.replace('"number":1', '"number":2'))),
    ],
    [
      'after another number of draws',
      /^record 4: it says that 1 were drawn before it, and 2 were$/,
      () => forged((texts) => texts.map((text) => text.replace('"drawn":2', '"drawn":1'))),
    ],
    [
      'moved behind a draw',
      /^record 5: it says that 2 were drawn before it, and 3 were$/,
      () => forged(([a = '', b = '', c = '', d = '', e = '', ...rest]) => [a, b, c, e, d, ...rest]),
    ],
    [
      'left out, while a later one stands',
      /^record 7: it says re-opening 2, the next one is 1$/,
      () => forged((texts) => texts.filter((text) => !(REOPENING.test(text) && text.includes('"number":1')))),
    ],
    [
      'told twice',
      /^record 5: it says re-opening 1, the next one is 2$/,
      () => forged((texts) => texts.flatMap((text) => (text.includes('"number":1') ? [text, text] : [text]))),
    ],
    [
      'after the reveal',
      /^record 9: it follows the reveal/,
      () => forged((texts) => [...texts.slice(0, 7), texts[8] ?? '', texts[7] ?? '']),
    ],
    [
      'with a field more',
      /^record 4: it has a field by /,
      () => forged((texts) => texts.map((text) => text.replace('"number":1', '"by":7,"number":1'))),
    ],
  ])('%s', (_says, wrong, make) => {
    expect(verdictOn(make()).wrong).toMatch(wrong)
  })

  it('put in without the seed: no leaf is its own', () => {
    const ledger = startStory(BLOCKS).draw().draw().reveal().ledger()
    const forgedText = '{"at":"2026-11-21T05:03:03.000Z","drawn":2,"i":4,"number":1,"type":"reopening"}'
    const records = ledger.records.map((entry) => (entry.i === 4 ? { ...entry, record: forgedText } : entry))
    expect(verdictOn({ ...ledger, records }).wrong).toMatch(/^record 4: its text is not the one that was chained/)
  })
})
