import { appInstance } from '#contract/app-instance'
import { problem } from '#contract/problem'
import { participant } from '#contract/participants'
import { permission } from '#contract/session'
import { trialForm } from '#contract/trial-form'
import { statistics, trial, trialSummary } from '#contract/trials'
import { newUserOrUsers } from '#contract/user-accounts'
import { userPermission } from '#contract/user-permissions'
import { user } from '#contract/users'
import { toJsonSchema, toJsonSchemaDefs, type ConversionConfig, type JsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

/** The contract's schemas with a name in the document; every other one is written where it is used. */
const NAMED_REQUESTS = { TrialForm: trialForm, NewUsers: newUserOrUsers }
const NAMED_ANSWERS = {
  AppInstance: appInstance,
  Participant: participant,
  Permission: permission,
  Problem: problem,
  Trial: trial,
  TrialStatistics: statistics,
  TrialSummary: trialSummary,
  User: user,
  UserPermission: userPermission,
}

/** Checks that JSON Schema cannot express; the server runs them all the same. */
const WITHOUT_WORDS = ['check', 'raw_check', 'trim', 'transform']

const COMMON: ConversionConfig = {
  target: 'draft-2020-12',
  ignoreActions: WITHOUT_WORDS,
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}
const REQUESTS: ConversionConfig = { ...COMMON, typeMode: 'input' }
const ANSWERS: ConversionConfig = { ...COMMON, typeMode: 'output' }

/** The schema of a request: before it trims, defaults and converts. */
export const requestSchema = (schema: v.GenericSchema): JsonSchema => convert(schema, REQUESTS, NAMED_REQUESTS)

/** The schema of an answer. */
export const answerSchema = (schema: v.GenericSchema): JsonSchema => convert(schema, ANSWERS, NAMED_ANSWERS)

/** The named schemas, for the document's `components`. */
export const componentSchemas = (): Record<string, JsonSchema> => ({
  ...toJsonSchemaDefs(NAMED_ANSWERS, ANSWERS),
  ...toJsonSchemaDefs(NAMED_REQUESTS, REQUESTS),
})

/** The document declares its JSON Schema dialect once, and holds the named schemas itself. */
const convert = (
  schema: v.GenericSchema,
  config: ConversionConfig,
  definitions: Record<string, v.GenericSchema>,
): JsonSchema => {
  const { $schema: _dialect, $defs: _named, ...converted } = toJsonSchema(schema, { ...config, definitions })
  return converted
}
