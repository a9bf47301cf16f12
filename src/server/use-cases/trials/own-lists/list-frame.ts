import type { DesignOf } from '#domain/randomisation/design'
import { countStrata, keyOf, strataOfFrame, type ListFrame } from '#domain/randomisation/lists/list-rows'
import { MAX_LIST_ROWS } from '#domain/own-lists/list-row'
import type { ListStratum } from '#domain/randomisation/own-list'
import { PAUSED, PENDING, PLANNING, STARTED } from '#domain/trials/trial-status'
import type { WholeTrial } from '../../../ground/db/trials'
import { designOf } from '../trial-design'

/** What the rows of a trial’s list are read against; null where the trial draws from none, or its design cannot run. */
export const listFrameOf = (trial: WholeTrial): ListFrame | null => {
  const design = designOf(trial)
  return design.ok && isOfList(design.value) ? { ...trial, design: design.value } : null
}

const isOfList = (design: { readonly method: string }): design is DesignOf<'list'> => design.method === 'list'

/** Whether a trial takes a list in its present status: until it is over, since more rows may be needed. */
export const awaitsList = ({ trial_status_id }: Pick<WholeTrial, 'trial_status_id'>): boolean =>
  [PLANNING, PENDING, STARTED, PAUSED].some((status) => status === trial_status_id)

/** Every stratum of a frame, with the rows that these strata have for it; none of a frame that no list could fill. */
export const countedStrata = (frame: ListFrame, strata: readonly ListStratum[]) => {
  if (countStrata(frame) > MAX_LIST_ROWS) return []
  const rowsOf = new Map(strata.map((stratum) => [keyOf(stratum), stratum]))
  return strataOfFrame(frame).map((stratum) => ({
    stratum: rowsOf.get(keyOf(stratum)) ?? stratum,
  }))
}
