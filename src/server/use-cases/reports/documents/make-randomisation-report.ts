import { refusal } from '#contract/errors'
import { randomisationReport } from '#domain/documents/randomisation-report'
import { hasReport } from '#domain/reports/trial-document'
import { accepted, refused } from '#domain/outcome'
import { mayRevealInStatus } from '#domain/trials/trial-status'
import { countRandomisation } from '../../../ground/db/randomisation-report'
import { inSnapshot } from '../../../ground/db/snapshot'
import { findTrial } from '../../../ground/db/trials'
import { wallClock } from '../../../ground/time/calendar'
import { documentedTrial, generationNow } from './documented-trial'
import { optionNames } from './option-ratios'
import { recordedDesigns } from './recorded-designs'
import type { MakeDocument } from './send-document'

/** What happened in the randomisation of a trial that was started, all of one moment. */
export const makeRandomisationReport: MakeDocument = async (context, trial_id) => {
  const found = await inSnapshot(context.database, async (snapshot) => {
    const trial = await findTrial(snapshot, trial_id)
    return trial && { trial, counted: await countRandomisation(snapshot, trial_id) }
  })
  if (!found) return refused(refusal('not_found'))
  const { trial, counted } = found
  if (!hasReport(trial)) return refused(refusal('report_not_ready'))
  const reported = {
    ...documentedTrial(trial),
    is_over: mayRevealInStatus(trial.trial_status_id),
    groups: trial.study_groups,
    option_names: optionNames(trial),
    time: (instant: string) => wallClock(trial.selected_timezone, instant),
  }
  const { query, rows } = counted.designs
  const figures = { ...counted, designs: { query, rows: recordedDesigns(rows) } }
  return accepted(randomisationReport(reported, figures, generationNow(context, trial)))
}
