import * as v from 'valibot'
import { endpoint, noBody, noFields } from './endpoint'
import { exactObject, id, idInAddress, instant } from './fields'
import { inTrial, toPerform } from './needs'

const person = v.strictObject({ id, name: v.string() })

const monthlyReport = v.strictObject({
  /** The recipients who may see the trial's reports now; and the people who could become recipients. */
  recipients: v.array(person),
  candidates: v.array(person),
  /** The last month that was sent, `YYYY-MM`; null before the first. */
  last: v.nullable(v.strictObject({ month: v.string(), sent_at: instant, recipients: v.number() })),
  /** When the next one is sent; null while there will be nothing to report. */
  next_at: v.nullable(instant),
  /**
   * Whether the service writes its emails to files, so that nobody receives one. An older server, beside which a new one runs during
   * an upgrade, leaves it out.
   */
  is_written_to_files: v.exactOptional(v.boolean()),
})
export type MonthlyReport = v.InferOutput<typeof monthlyReport>

const ofTrial = { trial_id: idInAddress }
const people = v.pipe(v.array(id, 'Must be a list'), v.maxLength(100, 'At most 100 people'))

export const getMonthlyReport = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/monthly-report',
  summary: 'Read the recipients of a trial’s monthly report, and when it was last sent and is sent next',
  needs: inTrial('manageTrialUsers'),
  parameters: ofTrial,
  status: 200,
  response: monthlyReport,
  query: noFields,
  body: noBody,
})

export const changeMonthlyReport = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/monthly-report/recipients',
  summary: 'Add and remove recipients of a trial’s monthly report',
  needs: toPerform(inTrial('manageTrialUsers')),
  parameters: ofTrial,
  body: exactObject({ add: people, remove: people }),
  status: 200,
  touches: ['trials/{trial_id}/monthly-report'],
  response: monthlyReport,
  query: noFields,
})
