import * as v from 'valibot'
import { endpoint, fileBytes } from './endpoint'
import type { ErrorCode } from './errors'
import { exactObject, idInAddress, instant } from './fields'
import { byToken, inSystem, inTrial } from './needs'

/** One row of a report, a cell for each heading. */
export const reportRow = v.array(v.nullable(v.union([v.string(), v.number()])))

/** A report with a row for each participant, or for each trial. Texts are for reading; none is run as a formula. */
export const reportTable = v.strictObject({
  timestamp: instant,
  instance: v.string(),
  headings: v.array(v.string()),
  /** The column that each heading belongs to, where columns can be chosen. `record` has the id of the record, for links. */
  columns: v.exactOptional(v.array(v.string())),
  rows: v.array(reportRow),
})
export type ReportTable = v.InferOutput<typeof reportTable>

/** A report of figures in sections. */
const reportSections = v.strictObject({
  timestamp: instant,
  sections: v.array(
    v.strictObject({
      title: v.string(),
      body: v.array(v.strictObject({ key: v.string(), value: v.union([v.string(), v.number()]) })),
    }),
  ),
})
export type ReportSections = v.InferOutput<typeof reportSections>

/** A token for a download. */
export const tokenAnswer = v.strictObject({ token: v.string() })

/** Answers the report itself, or a token for one download within two minutes. */
const query = exactObject({ type: v.picklist(['data', 'token'], 'Must be data or token') })
export type ReportRequest = v.InferOutput<typeof query>

/** The form of a token for a download; any other text is invalid. */
export const sentToken = v.pipe(v.string(), v.maxLength(100))

/** The message for a format that a file does not have. */
export const FORM_MESSAGE = 'Not an available format'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

export const PDF = 'application/pdf'

const ofTrial = { trial_id: idInAddress }

export const reportFields = {
  method: 'POST',
  body: query,
  status: 200,
  touches: [],
} as const

export const DOWNLOAD_ERRORS = [
  'download_token_invalid',
  'token_revoked',
  'account_inactive',
  'account_expired',
] as const satisfies readonly ErrorCode[]

export const downloadFields = {
  method: 'GET',
  query: { token: sentToken },
  status: 200,
  response: fileBytes,
  errors: DOWNLOAD_ERRORS,
} as const

export const makeManagementReport = endpoint({
  ...reportFields,
  path: 'reports/mgmt',
  summary: 'Generate the management report of all trials that the viewer may see, or a token to download it',
  needs: inSystem('viewReports'),
  streams_rows: true,
  response: v.union([v.strictObject({ data: reportTable }), tokenAnswer]),
})

export const makeLongReport = endpoint({
  ...reportFields,
  path: 'trials/{trial_id}/reports/long',
  summary: 'Generate the long report of a trial, or a token to download it',
  needs: inTrial('viewReports'),
  streams_rows: true,
  parameters: ofTrial,
  response: v.union([v.strictObject({ data: reportTable }), tokenAnswer]),
})

export const makeShortReport = endpoint({
  ...reportFields,
  path: 'trials/{trial_id}/reports/short',
  summary: 'Generate the short report of a trial, or a token to download it',
  needs: inTrial('viewReports'),
  parameters: ofTrial,
  response: v.union([v.strictObject({ data: reportSections }), tokenAnswer]),
})

export const makeTrialManagementReport = endpoint({
  ...reportFields,
  path: 'trials/{trial_id}/reports/mgmt',
  summary: 'Generate the management report of one trial, or a token to download it',
  needs: inTrial('viewSettings', { and: 'viewReports' }),
  streams_rows: true,
  parameters: ofTrial,
  response: v.union([v.strictObject({ data: reportTable }), tokenAnswer]),
})

export const downloadManagementReport = endpoint({
  ...downloadFields,
  path: 'reports/mgmt/download',
  summary: 'Download the management report as a spreadsheet',
  needs: byToken(inSystem('viewReports')),
  file: { media_type: XLSX, name: 'management-report.xlsx' },
})

export const downloadLongReport = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/reports/long/download',
  summary: 'Download the long report as a spreadsheet',
  needs: byToken(inTrial('viewReports')),
  parameters: ofTrial,
  file: { media_type: XLSX, name: 'long-report.xlsx' },
})

export const downloadShortReport = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/reports/short/download',
  summary: 'Download the short report as a spreadsheet',
  needs: byToken(inTrial('viewReports')),
  parameters: ofTrial,
  file: { media_type: XLSX, name: 'short-report.xlsx' },
})

export const downloadTrialManagementReport = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/reports/mgmt/download',
  summary: 'Download the management report of one trial as a spreadsheet',
  needs: byToken(inTrial('viewSettings', { and: 'viewReports' })),
  parameters: ofTrial,
  file: { media_type: XLSX, name: 'management-report.xlsx' },
})
