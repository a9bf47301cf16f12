import type { OwnAllocationList } from '#contract/allocation-lists'
import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { isFactorial } from '#domain/trials/trial-methods'
import { fewestRows } from '#domain/randomisation/lists/judge-list'
import { findListAuthor, findLists } from '../../../ground/db/allocation-lists'
import type { Queries } from '../../../ground/db/transaction'
import { findTrial } from '../../../ground/db/trials'
import { requireValue } from '../../../ground/require-value'
import type { ServerContext } from '../../call/server-context'
import { awaitsList, countedStrata, listFrameOf } from './list-frame'
import { shownUpload } from './show-allocation-list'
import { strataInForce } from './stored-lists'

/**
 * What the author of a trial’s list must know to make it: names, strata and how many rows. Nothing of participants, nor of how many
 * rows were used.
 */
export const showOwnList = async (
  queries: Queries,
  context: ServerContext,
  { trial_id, user_id }: { trial_id: number; user_id: number },
): Promise<Outcome<OwnAllocationList, Refusal>> => {
  const trial = await findTrial(queries, trial_id)
  const author = await findListAuthor(queries, trial_id)
  if (!trial || author?.user_id !== user_id) return refused(refusal('not_found'))
  const frame = listFrameOf(trial)
  const lists = await findLists(queries, trial_id)
  const counted = frame ? countedStrata(frame, strataInForce(context, trial, lists)) : []
  const fewest_rows = frame ? fewestRows(frame, trial.sample_size) : 0
  const titles = new Map(trial.sites.map(({ id, title }) => [id, title]))
  const options = new Map(
    trial.trial_strata.flatMap((stratum) => stratum.trial_stratum_options.map(({ id, name }) => [id, name])),
  )
  return accepted({
    trial: { id: trial.id, title: trial.title },
    is_awaited: frame !== null && awaitsList(trial),
    is_factorial: isFactorial(trial.allocation_method_id),
    study_groups: trial.study_groups.map(({ name, weight, factorial_level }) => ({ name, weight, factorial_level })),
    sites: trial.is_site_stratified
      ? trial.sites.filter(({ is_deleted }) => !is_deleted).map(({ title }) => title)
      : [],
    strata: trial.is_stratified
      ? trial.trial_strata
          .toSorted((one, other) => one.id - other.id)
          .map(({ name, trial_stratum_options }) => ({ name, options: trial_stratum_options.map((one) => one.name) }))
      : [],
    places: counted.map(({ stratum }) => ({
      site: stratum.site_id === null ? null : (titles.get(stratum.site_id) ?? null),
      options: stratum.options.map((one) => requireValue(options, one.trial_stratum_option_id, 'option of a stratum')),
      next_position: stratum.cells.length + 1,
      fewest_rows,
    })),
    lists: lists.map(shownUpload),
  })
}
