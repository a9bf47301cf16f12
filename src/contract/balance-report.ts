import { BALANCE_PARTS } from '#domain/reports/balance'
import { BALANCE_FORMS, POOLED_REASONS } from '#domain/reports/balance-form'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { idInAddress, instant } from './fields'
import { byToken, inTrial } from './needs'
import { downloadFields, FORM_MESSAGE, PDF, reportFields, sentToken, tokenAnswer, XLSX } from './reports'

/** Figures in people; expected ones and imbalances are exact fractions rounded to one decimal. */
const balanceReport = v.strictObject({
  timestamp: instant,
  /** By the names of the groups, by code letters, or without groups. */
  form: v.picklist(BALANCE_FORMS),
  /** Why there are no groups; null where there are. */
  pooled_because: v.nullable(v.picklist(POOLED_REASONS)),
  groups: v.array(v.string()),
  strata: v.array(v.string()),
  rows: v.array(
    v.strictObject({
      part: v.picklist(BALANCE_PARTS),
      /** Null: every site. */
      site: v.nullable(v.string()),
      /** One for each stratum; null: every option. */
      options: v.array(v.nullable(v.string())),
      participants: v.number(),
      /** One for each group. */
      groups: v.array(v.strictObject({ observed: v.number(), expected: v.number(), imbalance: v.number() })),
    }),
  ),
})
export type BalanceReport = v.InferOutput<typeof balanceReport>

const ofTrial = { trial_id: idInAddress }
const response = v.union([v.strictObject({ data: balanceReport }), tokenAnswer])

/** The formats of its file, the default first. */
const BALANCE_FILES = ['xlsx', 'pdf'] as const

const query = { token: sentToken, format: v.optional(v.picklist(BALANCE_FILES, FORM_MESSAGE), 'xlsx') }
const fileNamed = (name: string) => ({ media_type: XLSX, other_media_types: [PDF], name: `${name}.xlsx` }) as const

export const makeBalanceReport = endpoint({
  ...reportFields,
  path: 'trials/{trial_id}/reports/balance',
  summary: 'Generate the balance report of a trial, with coded study groups, or a token to download it',
  needs: inTrial('viewReports'),
  parameters: ofTrial,
  response,
})

export const downloadBalanceReport = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/reports/balance/download',
  summary: 'Download the balance report as a spreadsheet or as a PDF',
  needs: byToken(inTrial('viewReports')),
  parameters: ofTrial,
  query,
  file: fileNamed('balance-report'),
})

export const makeOpenBalanceReport = endpoint({
  ...reportFields,
  path: 'trials/{trial_id}/reports/balance-open',
  summary: 'Generate the balance report of a trial with the names of study groups, or a token to download it',
  needs: inTrial('viewOpenBalance'),
  parameters: ofTrial,
  response,
})

export const downloadOpenBalanceReport = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/reports/balance-open/download',
  summary: 'Download the open balance report as a spreadsheet or as a PDF',
  needs: byToken(inTrial('viewOpenBalance')),
  parameters: ofTrial,
  query,
  errors: [...downloadFields.errors],
  file: fileNamed('open-balance-report'),
})
