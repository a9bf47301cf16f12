import { EXPORTS } from '#domain/reports/export'
import * as v from 'valibot'
import { endpoint, fileBytes, noBody, noFields } from './endpoint'
import { MEDIA_TYPES } from './exports'
import { idInAddress } from './fields'
import { byToken, inTrial } from './needs'
import { DOWNLOAD_ERRORS, FORM_MESSAGE, sentToken, tokenAnswer } from './reports'

const ofTrial = { trial_id: idInAddress }

/** Chances at past draws tell what is left of open blocks, so it needs what the ledger needs. */
const needs = inTrial('viewLedger')

export const prepareAnalysisExport = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/exports/analysis',
  summary: 'Request a token to download the analysis file or its dictionary',
  needs,
  parameters: ofTrial,
  query: noFields,
  body: noBody,
  status: 200,
  touches: [],
  response: tokenAnswer,
})

export const downloadAnalysis = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/exports/analysis/download',
  summary: 'Download a row for each draw with its chances and strata, or the dictionary of these variables',
  needs: byToken(needs),
  parameters: ofTrial,
  query: {
    token: sentToken,
    format: v.picklist(EXPORTS.analysis.formats, FORM_MESSAGE),
    content: v.optional(v.picklist(['data', 'dictionary'], 'Must be data or dictionary'), 'data'),
  },
  body: noBody,
  status: 200,
  response: fileBytes,
  errors: [...DOWNLOAD_ERRORS],
  file: { media_type: MEDIA_TYPES.csv, other_media_types: [MEDIA_TYPES.xpt], name: 'analysis.csv' },
})
