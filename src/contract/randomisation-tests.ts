import { EXPORTS } from '#domain/reports/export'
import {
  COMPARED,
  FEWEST_REPLICATES,
  MOST_REPLICATES,
  RANDOMISATION_TEST_STATES,
  USUAL_REPLICATES,
} from '#domain/reports/randomisation-test'
import * as v from 'valibot'
import { endpoint, fileBytes, MAX_IMPORT_BYTES, noBody, noFields } from './endpoint'
import { MEDIA_TYPES } from './exports'
import { exactObject, id, idInAddress, instant, integer, requiredText } from './fields'
import { byToken, inTrial } from './needs'
import { DOWNLOAD_ERRORS, FORM_MESSAGE, sentToken, tokenAnswer } from './reports'
import { MAX_SEED } from './simulations'

/** The draws of a trial's own design, and with outcomes its result: it needs what the ledger needs. */
const needs = inTrial('viewLedger')

const ofTrial = { trial_id: idInAddress }
const ofTest = { ...ofTrial, randomisation_test_id: idInAddress }
const TOUCHES = ['trials/{trial_id}/randomisation-tests']

/** Why a test failed: its server stopped, or an error, which is in the server's log. */
const FAILURES = ['interrupted', 'error'] as const

const randomisationTest = v.strictObject({
  id,
  created_at: instant,
  created_by: v.strictObject({ id, name: v.string() }),
  state: v.picklist(RANDOMISATION_TEST_STATES),
  /** Only in the state `failed`. */
  failure: v.nullable(v.picklist(FAILURES)),
  /** Replicates: done, of all. */
  progress: v.strictObject({ done: v.number(), of: v.number() }),
  /** The same ledger, number of replicates and seed give the same reference set. */
  seed: v.number(),
  /** Participants who are drawn again: those of the ledger up to its head. */
  participants: v.number(),
  ledger_length: v.number(),
  ledger_head: v.string(),
  /** The version of the portal that draws. */
  software_version: v.string(),
})
export type RandomisationTest = v.InferOutput<typeof randomisationTest>

export const listRandomisationTests = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/randomisation-tests',
  summary: 'List the randomisation tests of a trial with their progress, newest first',
  needs,
  parameters: ofTrial,
  status: 200,
  response: v.strictObject({ data: v.array(randomisationTest) }),
})

export const startRandomisationTest = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/randomisation-tests',
  summary: 'Start to draw a trial again under its own design, over its present ledger',
  needs,
  parameters: ofTrial,
  body: exactObject({
    replicates: v.optional(integer(FEWEST_REPLICATES, MOST_REPLICATES), USUAL_REPLICATES),
    /** Null: a seed is drawn and answered. */
    seed: v.nullish(integer(0, MAX_SEED), null),
  }),
  status: 201,
  touches: TOUCHES,
  response: v.strictObject({ id }),
  errors: ['too_many_randomisation_tests', 'no_participants_yet', 'list_not_redrawn', 'capped_not_redrawn'],
})

export const cancelRandomisationTest = endpoint({
  method: 'DELETE',
  path: 'trials/{trial_id}/randomisation-tests/{randomisation_test_id}',
  summary: 'Cancel a randomisation test, unless it is over',
  needs,
  parameters: ofTest,
  status: 204,
  touches: TOUCHES,
  response: noBody,
})

export const prepareReferenceSetExport = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/exports/reference-set',
  summary: 'Request a token to download the reference set of a randomisation test',
  needs,
  parameters: ofTrial,
  query: noFields,
  body: noBody,
  status: 200,
  touches: [],
  response: tokenAnswer,
})

export const downloadReferenceSet = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/exports/reference-set/download',
  summary: 'Download a reference set: a row for the trial as it was drawn, then one for each replicate',
  needs: byToken(needs),
  parameters: ofTrial,
  query: {
    token: sentToken,
    format: v.picklist(EXPORTS['reference-set'].formats, FORM_MESSAGE),
    test: idInAddress,
  },
  body: noBody,
  status: 200,
  response: fileBytes,
  errors: [...DOWNLOAD_ERRORS, 'reference_set_not_ready'],
  file: { media_type: MEDIA_TYPES.csv, name: 'reference-set.csv' },
})

const MAX_OUTCOMES = 100_000

const finite = v.pipe(
  v.number('Must be a number'),
  v.minValue(-1e15, 'Must be at least -1e15'),
  v.maxValue(1e15, 'Must be at most 1e15'),
)

/** Whose outcome it is, by participant ID, or by `#` or `##` and the sequence number; null where it is missing. */
const outcomeRow = exactObject({ participant: requiredText(), outcome: v.nullable(finite) })
export type OutcomeRow = v.InferOutput<typeof outcomeRow>

const comparedGroup = v.strictObject({
  study_group: v.strictObject({ id, name: v.string() }),
  participants: v.number(),
  mean: v.number(),
})

const testResult = v.strictObject({
  compared: v.picklist(COMPARED),
  /** Groups A and B with their outcomes, as they were drawn in fact. */
  groups: v.tuple([comparedGroup, comparedGroup]),
  /** Mean A − mean B. */
  difference: v.number(),
  /** Participants of the test whose outcome is missing: they are left out. */
  missing: v.number(),
  /** Replicates with an outcome in each group, at least 1; those without are left out. More than a tenth left out needs a warning. */
  replicates: v.number(),
  left_out: v.number(),
  /** Replicates whose difference is at least as far from 0. */
  as_extreme: v.number(),
  /** (1 + as extreme) / (1 + replicates), two-sided. */
  p_value: v.number(),
  /** Monte-Carlo standard error of the p-value. */
  standard_error: v.number(),
})
export type TestResult = v.InferOutput<typeof testResult>

export const compareOutcomes = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/randomisation-tests/{randomisation_test_id}/comparison',
  summary:
    'Compare the outcomes of two study groups with a reference set. Outcomes are used for the answer and not stored',
  needs,
  parameters: ofTest,
  body: exactObject({
    compared: v.picklist(COMPARED, 'Must be means or proportions'),
    study_group_ids: v.tuple([id, id]),
    outcomes: v.pipe(
      v.array(outcomeRow),
      v.minLength(1, 'Give at least one outcome'),
      v.maxLength(MAX_OUTCOMES, () => `At most ${MAX_OUTCOMES.toLocaleString('en-GB')} outcomes`),
    ),
  }),
  max_body_bytes: MAX_IMPORT_BYTES,
  status: 200,
  touches: [],
  response: testResult,
  errors: ['reference_set_not_ready'],
})
