import type { Ledger } from '#contract/ledger'
import { describe, expect, it } from 'vitest'
import type { LedgerName } from '../../src/server/ground/ledger/ledger-names'
import { crossed } from '../domain/randomisation/designs'
import { startStory, unrevealed, type Story } from './ledger-story'
import { verdictOn } from './run-verifier'

/* Lists of participants whose names have " + " themselves, which also stands between the groups of a factorial trial. */

type Names = Record<number, string>
type Drawn = { type: string; counter: number; site: number; groups: number[] }
/** The names before and after the fourth of eight participants. */
type Trial = { groups: [before: Names, after: Names]; sites: [before: Names, after: Names]; isFactorial?: boolean }

const namesOf = ({ groups, sites }: Trial, at: 0 | 1): LedgerName[] => [
  ...Object.entries(groups[at]).map(([id, name]) => ({
    kind: 'study_group' as const,
    id: Number(id),
    name,
    label: null,
  })),
  ...Object.entries(sites[at]).map(([id, name]) => ({ kind: 'site' as const, id: Number(id), name, label: null })),
]

const recruit = (story: Story) => {
  for (let n = 0; n < 4; n += 1) story.draw(1 + (n % 2))
  return story
}

const begun = ({ isFactorial = false }: Trial) => startStory(isFactorial ? crossed([1, 1], [1, 1]) : {})

/** The ledger where names are recorded from the start, from a renaming on, and never. */
const LEDGERS: [says: string, ledger: (trial: Trial) => Ledger][] = [
  [
    'recorded from the start',
    (trial) =>
      recruit(recruit(begun(trial).name(...namesOf(trial, 0))).name(...namesOf(trial, 1)))
        .reveal()
        .ledger(),
  ],
  [
    'recorded from the renaming on',
    (trial) =>
      recruit(recruit(begun(trial)).name(...namesOf(trial, 1)))
        .reveal()
        .ledger(),
  ],
  [
    'recorded, and not revealed',
    (trial) =>
      unrevealed(recruit(recruit(begun(trial).name(...namesOf(trial, 0))).name(...namesOf(trial, 1))).ledger()),
  ],
  ['not recorded', (trial) => recruit(recruit(begun(trial))).ledger()],
]

const drawnIn = (ledger: Ledger) =>
  ledger.records.map(({ record }): Drawn => JSON.parse(record)).filter(({ type }) => type === 'allocation')

/** The list as the portal exports it, with some groups replaced. */
const listed = (ledger: Ledger, { groups, sites }: Trial, words: Record<number, string> = {}) => {
  const shown = ([before, after]: [Names, Names], id: number, counter: number) =>
    counter > 4 || before[id] === after[id] ? after[id] : `${before[id]} (now ${after[id]})`
  return [
    'Sequence number,Site,Study group',
    ...drawnIn(ledger).map(
      ({ counter, site, groups: ids }) =>
        `${counter},${shown(sites, site, counter)},${words[counter] ?? ids.map((id) => shown(groups, id, counter)).join(' + ')}`,
    ),
    '',
  ].join('\n')
}

const SITES: [Names, Names] = [
  { 1: 'North', 2: 'South' },
  { 1: 'North', 2: 'South' },
]
const GROUPS: [Names, Names] = [
  { 1: 'Combination', 2: 'Aspirin' },
  { 1: 'Aspirin + clopidogrel', 2: 'Aspirin' },
]
const TRIALS: [says: string, trial: Trial][] = [
  ['a group got such a name', { groups: GROUPS, sites: SITES }],
  ['a group had such a name', { groups: [GROUPS[1], GROUPS[0]], sites: SITES }],
  [
    'a site got such a name, and another had one',
    {
      groups: [GROUPS[0], GROUPS[0]],
      sites: [
        { 1: 'Centre', 2: 'East + West' },
        { 1: 'North + South', 2: 'East' },
      ],
    },
  ],
  [
    'a group of a factorial trial got such a name, and another had one',
    {
      groups: [
        { 1: 'Both', 2: 'None', 3: 'Diet + sport', 4: 'Usual' },
        { 1: 'Aspirin + clopidogrel', 2: 'None', 3: 'Advice', 4: 'Usual' },
      ],
      sites: SITES,
      isFactorial: true,
    },
  ],
  [
    'the groups of a factorial trial look the same once joined',
    {
      groups: [
        { 1: 'A', 2: 'A + B', 3: 'C', 4: 'B + C' },
        { 1: 'A', 2: 'A + B', 3: 'C', 4: 'B + C' },
      ],
      sites: SITES,
      isFactorial: true,
    },
  ],
]

describe.each(LEDGERS)('where names are %s, a list agrees', (says, ledgerOf) => {
  it.each(TRIALS.filter(([about]) => says.startsWith('recorded from') || !about.includes('once joined')))(
    'though %s',
    (_about, trial) => {
      const ledger = ledgerOf(trial)
      expect(verdictOn(ledger, { participants: listed(ledger, trial) })).toMatchObject({ code: 0, wrong: null })
    },
  )

  it.each(TRIALS.slice(0, 2))('but not with another group for somebody, where %s', (_about, trial) => {
    const ledger = ledgerOf(trial)
    const last = drawnIn(ledger).at(-1)
    const other = trial.groups[1][last?.groups[0] === 1 ? 2 : 1] ?? ''
    const { code, wrong } = verdictOn(ledger, { participants: listed(ledger, trial, { 8: other }) })
    expect([code, wrong]).toEqual([1, expect.stringMatching(/^participant 8: the list says study group /)])
  })
})
