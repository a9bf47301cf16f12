import { pageOf } from '#contract/fields'
import type { listWaitingParticipants as endpoint } from '#contract/waiting-list'
import { refusal } from '#contract/errors'
import { accepted, refused } from '#domain/outcome'
import { hasFreePlace } from '#domain/participants/waiting-list'
import { can, type PermittedSites } from '#domain/people/permissions'
import type { Queries } from '../../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import { countWaitingAlike, listWaiting } from '../../../ground/db/waiting-list'
import type { ReadHandler } from '../../call/call'
import { capsAt } from './caps-at'

/** One page of those who wait at the sites that the viewer reaches, the first to arrive first. */
export const listWaitingParticipants: ReadHandler<typeof endpoint> = async ({ context, actor, view, query }) => {
  const { queries } = context.database
  const { trial_id, sites, permission } = view
  const trial = await findTrial(queries, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const { rows, total } = await listWaiting(queries, { trial_id, sites, ...query })
  const places = rows.map(({ site_id, answers }) => ({ site_id, options: answers }))
  const reached = await capsAt(queries, trial, places)
  const seesStrata = can(permission, 'viewStrata')
  const data = rows.map(({ site_id, site_title, answers, created_at, created_by, created_by_name, ...row }) => ({
    ...row,
    site: { id: site_id, title: site_title },
    waiting_since: created_at,
    added_by: { id: created_by, name: created_by_name },
    participant_strata: seesStrata || created_by === actor.user_id ? answers : null,
    is_place_free: hasFreePlace(trial, reached({ site_id, options: answers }), { site_id, ...row }),
  }))
  const places_free = await countFreePlaces(queries, trial, sites)
  return accepted({ ...pageOf(data, query, total), places_free })
}

/** For how many of all who wait a place is free, on whatever page they are. */
const countFreePlaces = async (queries: Queries, trial: WholeTrial, sites: PermittedSites): Promise<number> => {
  const alike = await countWaitingAlike(queries, trial.id, sites)
  const places = alike.map(({ site_id, answers, ...row }) => ({ ...row, site_id, options: answers }))
  const reached = await capsAt(queries, trial, places)
  return places.reduce((sum, place) => (hasFreePlace(trial, reached(place), place) ? sum + place.waiting : sum), 0)
}
