import { randomisationReport } from '#domain/documents/randomisation-report'
import type { ReportFigures } from '#domain/documents/report-figures'
import { linesOf } from '#domain/documents/text-document'
import { RANDOMISATION_METHODS, type RandomisationMethodName } from '#domain/trials/trial-methods'
import { expect, it } from 'vitest'
import { designWith, GENERATION, GROUPS, specified } from './a-specified-trial'

const NOTHING = { rows: [], query: 'select' }

const textBy = (method: RandomisationMethodName): string => {
  const state = {
    num_sampled: 0,
    ledger_length: 1,
    ledger_head: 'cd'.repeat(32),
    commitment: 'ab'.repeat(32),
    nonce_hex: null,
    seed_revealed_at: null,
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
  return linesOf(randomisationReport(trial, figures, GENERATION)).join('\n')
}

it.each(RANDOMISATION_METHODS.map(({ name }) => name))('what the verifier does is true of the method %s', (method) => {
  const text = textBy(method)
  const isList = method === 'list'
  expect(text.includes('The verifier repeats every draw from the revealed seed')).toBe(!isList)
  expect(text.includes('the verifier compares each used row with the commitment to its list')).toBe(isList)
})
