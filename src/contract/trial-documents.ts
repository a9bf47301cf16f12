import { DOCUMENT_FORMATS, TRIAL_DOCUMENTS } from '#domain/reports/trial-document'
import * as v from 'valibot'
import { endpoint, fileBytes, noBody, noFields } from './endpoint'
import { MEDIA_TYPES } from './exports'
import { idInAddress } from './fields'
import { byToken, inTrial } from './needs'
import { DOWNLOAD_ERRORS, FORM_MESSAGE, sentToken, tokenAnswer } from './reports'

const ofTrial = { trial_id: idInAddress }

const prepareFields = {
  method: 'POST',
  parameters: ofTrial,
  query: noFields,
  body: noBody,
  status: 200,
  touches: [],
  response: tokenAnswer,
} as const

const downloadFields = {
  method: 'GET',
  parameters: ofTrial,
  query: { token: sentToken, format: v.picklist(DOCUMENT_FORMATS, FORM_MESSAGE) },
  body: noBody,
  status: 200,
  response: fileBytes,
} as const

const fileNamed = (name: string) => ({
  media_type: MEDIA_TYPES.docx,
  other_media_types: [MEDIA_TYPES.pdf],
  name: `${name}.docx`,
})

const specificationNeeds = inTrial(TRIAL_DOCUMENTS['randomisation-specification'].needs)
const appendixNeeds = inTrial(TRIAL_DOCUMENTS['sealed-appendix'].needs)
const reportNeeds = inTrial(TRIAL_DOCUMENTS['randomisation-report'].needs)

export const prepareRandomisationSpecification = endpoint({
  ...prepareFields,
  path: 'trials/{trial_id}/documents/randomisation-specification',
  summary: 'Request a token to download the text on randomisation for the protocol of a trial',
  needs: specificationNeeds,
})

export const downloadRandomisationSpecification = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/documents/randomisation-specification/download',
  summary: 'Download the text on randomisation for the protocol, without block sizes, chances or limits',
  needs: byToken(specificationNeeds),
  errors: [...DOWNLOAD_ERRORS],
  file: fileNamed('randomisation-specification'),
})

export const prepareSealedAppendix = endpoint({
  ...prepareFields,
  path: 'trials/{trial_id}/documents/sealed-appendix',
  summary: 'Request a token to download the sealed appendix of a randomisation specification',
  needs: appendixNeeds,
})

export const downloadSealedAppendix = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/documents/sealed-appendix/download',
  summary: 'Download the sealed appendix, with every setting of the design and the chances of a draw',
  needs: byToken(appendixNeeds),
  errors: [...DOWNLOAD_ERRORS],
  file: fileNamed('sealed-appendix'),
})

export const prepareRandomisationReport = endpoint({
  ...prepareFields,
  path: 'trials/{trial_id}/documents/randomisation-report',
  summary: 'Request a token to download the randomisation report of a trial that was started',
  needs: reportNeeds,
  errors: ['report_not_ready'],
})

export const downloadRandomisationReport = endpoint({
  ...downloadFields,
  path: 'trials/{trial_id}/documents/randomisation-report/download',
  summary: 'Download the randomisation report: epochs, deviations, unblindings and sites, each with its query',
  needs: byToken(reportNeeds),
  errors: [...DOWNLOAD_ERRORS, 'report_not_ready'],
  file: fileNamed('randomisation-report'),
})
