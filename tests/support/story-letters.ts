import { sendMonthlyReports } from '../../src/server/doors/jobs/send-monthly-reports'
import type { Story } from './begin-story'
import { deliverMail } from './mail-room'

/** A time after the month of the story. */
const AFTER_THE_MONTH = '2026-12-01T12:20:00.000Z'

/** The coordinator and the administrator are sent the monthly report. */
export const monthlyReported = async ({ world, does, id }: Story) => {
  const add = [world.personId('coordinator'), world.personId('administrator')]
  await does('coordinator', `trials/${id}/monthly-report/recipients`, { add, remove: [] })
  const context = { ...world.context, now: () => AFTER_THE_MONTH }
  await sendMonthlyReports(context)
  const sent = await deliverMail({ context })
  if (sent < add.length) throw new Error(`of ${add.length} reports, ${sent} were sent`)
}
