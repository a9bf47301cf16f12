import { randomisationReport } from '#domain/documents/randomisation-report'
import type { ReportFigures } from '#domain/documents/report-figures'
import { linesOf } from '#domain/documents/text-document'
import { RANDOMISATION_METHODS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import { expect, it } from 'vitest'
import { designWith, GENERATION, GROUPS, specified } from './a-specified-trial'

const NOTHING = { rows: [], query: 'select' }

type State = ReportFigures['trial']['rows'][number]

const linesBy = (method: RandomisationMethodName, differing: Partial<State> = {}): string[] => {
  const state: State = {
    allocation_counter: 0,
    num_sampled: 0,
    exclude_flagged_participants: false,
    ledger_length: 1,
    ledger_head: 'cd'.repeat(32),
    commitment: 'ab'.repeat(32),
    nonce_hex: null,
    seed_revealed_at: null,
    ...differing,
  }
  const design = {
    record_no: 1,
    at: GENERATION.at,
    epoch: 1,
    design: designWith(method),
    counts: 'begin_again',
  } as const
  const figures: ReportFigures = {
    trial: { rows: [state], query: 'select' },
    designs: { rows: [design], query: 'select' },
    statuses: NOTHING,
    epochs: NOTHING,
    drawn: NOTHING,
    sites: NOTHING,
    flags: NOTHING,
    errors: NOTHING,
    wrong_strata: NOTHING,
    unblindings: NOTHING,
    renamed: NOTHING,
  }
  const trial = {
    ...specified(method),
    is_over: false,
    groups: GROUPS,
    option_names: new Map<number, string>(),
    time: (instant: string) => instant,
  }
  return linesOf(randomisationReport(trial, figures, GENERATION))
}

it.each(RANDOMISATION_METHODS.map(({ name }) => name))('what the verifier does is true of the method %s', (method) => {
  const text = linesBy(method).join('\n')
  const isList = method === 'list'
  expect(text.includes('The verifier repeats every draw from the revealed seed')).toBe(!isList)
  expect(text.includes('the verifier compares each used row with the commitment to its list')).toBe(isList)
})

it.each<[says: string, state: Partial<State>, counted: string | null]>([
  ['counting flagged ones', { allocation_counter: 23, num_sampled: 23 }, null],
  ['without flagged ones', { allocation_counter: 23, num_sampled: 20, exclude_flagged_participants: true }, '20'],
])('the number of participants is that of all draws, %s in the sample size', (_says, state, counted) => {
  const lines = linesBy('blocked', state)
  const valueOf = (label: string) => lines[lines.indexOf(label) + 1]
  expect(valueOf('Participants randomised')).toBe('23')
  const label = 'Of these, counted towards the sample size'
  expect(lines.includes(label) ? valueOf(label) : null).toBe(counted)
})
