import type { ChosenOption } from '#domain/randomisation/strata'
import { findCapCounts } from '../../../ground/db/cap-counts'
import type { Queries } from '../../../ground/db/transaction'
import type { WholeTrial } from '../../../ground/db/trials'
import { cappedIds, reachedCaps } from '../caps-of-request'

type Place = { site_id: number; options: readonly ChosenOption[] }

/** Which caps stop a participant at any of these places, by the stored participants. No study group is counted. */
export const capsAt = async (queries: Queries, trial: WholeTrial, places: readonly Place[]) => {
  const query = { ...cappedIds(trial, places), group_ids: [] }
  const counts = await findCapCounts(queries, trial.id, query)
  return (place: Place) => reachedCaps(trial, counts, [], place)
}
