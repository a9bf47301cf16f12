import { endpoint, fileBytes, noBody, noFields } from './endpoint'
import { idInAddress } from './fields'
import { byToken, inTrial } from './needs'
import { DOWNLOAD_ERRORS, sentToken, tokenAnswer } from './reports'

const ofTrial = { trial_id: idInAddress }

const needs = inTrial('archiveTrial')

export const prepareTrialArchive = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/archive',
  summary: 'Request a token to download a trial as a whole, once it is over and its seed is revealed',
  needs,
  parameters: ofTrial,
  query: noFields,
  body: noBody,
  status: 200,
  touches: [],
  response: tokenAnswer,
  errors: ['archive_not_allowed'],
})

export const downloadTrialArchive = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/archive/download',
  summary: 'Download a trial as a whole, as a ZIP file that can be checked without the portal',
  needs: byToken(needs),
  parameters: ofTrial,
  query: { token: sentToken },
  body: noBody,
  status: 200,
  response: fileBytes,
  errors: [...DOWNLOAD_ERRORS, 'archive_not_allowed'],
  file: { media_type: 'application/zip', name: 'archive.zip' },
})
