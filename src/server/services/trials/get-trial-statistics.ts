import { refusal } from '#contract/errors'
import type { getTrialStatistics as endpoint } from '#contract/trials'
import { shownGroupCounts } from '#domain/blinding'
import { accepted, refused } from '#domain/outcome'
import { reachesSite } from '#domain/permissions'
import { countByDay, countByGroup, countByOption, countBySite } from '../../db/statistics'
import { findTrial } from '../../db/trials'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'
import { packStatistics } from './pack-statistics'
import { labelled } from './show-trial'

/** A trial's figures, cut to the sites that the viewer reaches and to the groups that he may see. */
export const getTrialStatistics: ReadHandler<typeof endpoint> = async ({ portal, actor, parameters }) => {
  const { queries } = portal.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'viewTrial')
  if (!view.ok) return view
  const { trial_id, sites, sight } = view.value
  const trial = await findTrial(queries, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const [groups, bySite, byOption, recruitment, study_packs] = [
    await countByGroup(queries, trial_id, sites),
    await countBySite(queries, trial_id, sites),
    await countByOption(queries, trial_id, sites),
    await countByDay(queries, trial_id, sites, trial.selected_timezone),
    await packStatistics(queries, trial, view.value),
  ]
  const counted = trial.study_groups.map(labelled).map((group) => ({ ...group, count: groups.get(group.id) ?? 0 }))
  return accepted({
    statistics: {
      study_groups: shownGroupCounts(sight, counted),
      sites: trial.sites
        .filter(({ id }) => reachesSite(sites, id))
        .map(({ id, title }) => ({ id, title, count: bySite.get(id) ?? 0 })),
      trial_strata: trial.trial_strata.map(({ id, name, trial_stratum_options }) => ({
        id,
        name,
        options: trial_stratum_options.map((option) => ({ ...option, count: byOption.get(option.id) ?? 0 })),
      })),
      study_packs,
      recruitment,
    },
  })
}
