import { refusal } from '#contract/errors'
import type { getTrialStatistics as endpoint, TrialStatistics } from '#contract/trials'
import { seesGroupsApart, shownGroupCounts, type Visibility } from '#domain/people/blinding'
import { accepted, refused } from '#domain/outcome'
import { reachesSite } from '#domain/people/permissions'
import { dayIn } from '../../ground/time/calendar'
import { cellsOfLots } from '#domain/documents/ratio-lots'
import type { AllocationDesign } from '#domain/randomisation/design'
import { formForTeam } from '#domain/reports/balance-form'
import { findDesignRecords, findDrawnEpochs } from '../../ground/db/balance'
import { wasAnyGroupCapped } from '../../ground/db/cap-counts'
import { inSnapshot } from '../../ground/db/snapshot'
import { countByDay, countByGroup, countByOption, countBySite, countFlagged } from '../../ground/db/statistics'
import type { Queries } from '../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { ReadHandler } from '../call/call'
import { designsOfEpochs } from './designs-of-epochs'
import type { TrialView } from '../call/view'
import { packStatistics } from './pack-statistics'
import { labelled } from './show-trial'
import { siteCourses } from './site-courses'

/** A trial's figures, by the sites that the viewer reaches and the groups that they may see; all of one moment. */
export const getTrialStatistics: ReadHandler<typeof endpoint> = ({ context, view, parameters }) =>
  inSnapshot(context.database, async (snapshot) => {
    const trial = await findTrial(snapshot, parameters.trial_id)
    return trial
      ? accepted({ statistics: await trialFigures(snapshot, trial, view, context.now()) })
      : refused(refusal('not_found'))
  })

/** A trial's figures at an instant, as this viewer may see them. */
export const trialFigures = async (
  snapshot: Queries,
  trial: WholeTrial,
  view: TrialView,
  now: string,
): Promise<TrialStatistics> => {
  const { trial_id, sites, visibility } = view
  const byGroup = await countByGroup(snapshot, trial_id, sites)
  const bySite = await countBySite(snapshot, trial_id, sites)
  const byOption = await countByOption(snapshot, trial_id, sites)
  return {
    study_groups: groupFigures(trial, visibility, byGroup, await hidesLabels(snapshot, trial, visibility)),
    sites: trial.sites
      .filter(({ id }) => reachesSite(sites, id))
      .map(({ id, title }) => ({ id, title, count: bySite.get(id) ?? 0 })),
    trial_strata: trial.trial_strata.map(({ id, name, trial_stratum_options }) => ({
      id,
      name,
      options: trial_stratum_options.map((option) => ({
        id: option.id,
        name: option.name,
        count: byOption.get(option.id) ?? 0,
      })),
    })),
    study_packs: await packStatistics(snapshot, trial, view, dayIn(trial.selected_timezone, now)),
    site_courses: await siteCourses(snapshot, trial, { sites, now }),
    recruitment: await countByDay(snapshot, trial_id, sites, trial.selected_timezone),
    flagged_left_out: trial.exclude_flagged_participants ? await countFlagged(snapshot, trial_id, sites) : 0,
  }
}

/**
 * Whether figures by label would tell which label hides which group: by a cap that was taken away and may have closed its group, by ratios
 * of an option, or by a ratio that was unequal in an epoch that has participants, as the balance report judges it (decision 0077).
 */
const hidesLabels = async (snapshot: Queries, trial: WholeTrial, visibility: Visibility): Promise<boolean> => {
  if (visibility !== 'labels') return false
  if (hasRatiosByOption(trial) || !seesGroupsApart(visibility, trial.study_groups)) return true
  if (await wasAnyGroupCapped(snapshot, trial.id)) return true
  const cells = cellsOfLots(await designsOfDrawn(snapshot, trial.id))
  return formForTeam(visibility, trial.study_groups, cells).form === 'pooled'
}

/** The design of each epoch that has participants. The ledger is read only where there are any. */
const designsOfDrawn = async (snapshot: Queries, trialId: number): Promise<ReadonlyMap<number, AllocationDesign>> => {
  const epochs = await findDrawnEpochs(snapshot, trialId)
  if (epochs.length === 0) return new Map()
  const designs = designsOfEpochs(await findDesignRecords(snapshot, trialId))
  return new Map([...designs].filter(([epoch]) => epochs.includes(epoch)))
}

const hasRatiosByOption = ({ trial_strata }: WholeTrial): boolean =>
  trial_strata.some(({ trial_stratum_options }) => trial_stratum_options.some(({ ratio }) => ratio !== null))

/** Participants by group, with the factor of each where there are factors and the viewer knows the groups. */
const groupFigures = (
  trial: WholeTrial,
  visibility: Visibility,
  counts: ReadonlyMap<number, number>,
  areLabelsTelling: boolean,
) => {
  const groups = trial.study_groups.map(labelled).map((group) => ({ ...group, count: counts.get(group.id) ?? 0 }))
  return shownGroupCounts(visibility, groups, areLabelsTelling).map((shown) => {
    const factor = groups.find(({ id }) => id === shown.id)?.factorial_level ?? null
    return factor === null ? shown : { ...shown, factorial_level: factor }
  })
}
