import { takenNames } from '#domain/trials/renaming'
import { expect, it } from 'vitest'
import type { LedgerName } from '../../src/server/ground/ledger/ledger-names'
import { startStory } from './ledger-story'
import { verdictOn } from './run-verifier'

/* The verifier, which shares no code with the portal, treats the same names as equal. */

const CASES: readonly (readonly [had: string, taken: string, isOne: boolean])[] = [
  ['Placebo', 'Placebo', true],
  ['Placebo', 'placebo ', true],
  ['Placebo', ' PLA  CEBO', true],
  ['Placebo', 'Pla\u00a0cebo', true],
  ['Placebo', 'Pla\u200bcebo', true],
  ['Placebo', 'Pla\u00adcebo', true],
  ['Placebo', 'Pla\u3164cebo', true],
  ['Placebo', 'Pla\ufe0fcebo', true],
  ['Placebo', 'Ｐｌａｃｅｂｏ', true],
  ['Placebo', 'Placebo.', false],
  ['Placebo', 'Рlacebo', false],
  ['Kit-1', 'Kit‑1', true],
  ['Kit-1', 'kit – 1', true],
  ['Kit-1', 'kit﹣1', true],
  ['Kit-1', 'Kit−1', false],
  ['Kit 1', 'Kit ①', true],
  ['Kit 1', 'Kit 2', false],
  ['Straße', 'STRASSE', true],
  ['Ärzte', 'A\u0308rzte', true],
  ['Ärzte', 'Arzte', false],
  ['ΟΔΟΣ', 'οδος', true],
  ['ΟΔΟΣ', 'οδοσ', true],
  ['İzmir', 'i\u0307zmir', true],
  ['ﬁrst', 'FIRST', true],
  ['ŉ', 'ʼn', true],
]

it.each(CASES)('%j and %j: one name %s', (had, taken, isOne) => {
  const stored = [
    { id: 1, name: had, label: null },
    { id: 2, name: 'Verum', label: null },
  ]
  const sent = stored.map((group) => (group.id === 2 ? { ...group, name: taken } : group))
  expect(takenNames(sent, stored, [], () => true).length > 0).toBe(isOne)

  const named = ({ id, name, label }: (typeof stored)[number]): LedgerName => ({ kind: 'study_group', id, name, label })
  const story = startStory({})
    .name(...stored.map(named))
    .draw()
    .name(...sent.filter(({ id }) => id === 2).map(named))
  expect(verdictOn(story.ledger()).code).toBe(isOne ? 1 : 0)
})
