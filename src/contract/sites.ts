import { endpoint } from './endpoint'
import { exactObject, idInAddress, reason } from './fields'
import { site, trial } from './trials'
import { inTrial, aboutSite, toPerform } from './needs'
import { TRIAL_TOUCHES } from './touches'

const ofSite = { trial_id: idInAddress, site_id: idInAddress }

export const getSite = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/sites/{site_id}',
  summary: 'Read one site of a trial',
  needs: aboutSite('viewTrial'),
  parameters: ofSite,
  status: 200,
  response: site,
})

export const openSite = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/sites/{site_id}/open',
  summary: 'Open a site for randomisation, in a trial that opens sites one by one',
  needs: toPerform(inTrial('openSite')),
  parameters: ofSite,
  body: exactObject({ reason }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: trial,
  errors: ['opening_not_awaited'],
})
