import { PARTICIPANT_ID_REQUIRED } from '#domain/participants/randomise-request'
import * as v from 'valibot'
import { endpoint, noBody } from './endpoint'
import {
  exactObject,
  id,
  idInAddress,
  instant,
  listOf,
  optionalText,
  page,
  pageSize,
  reason,
  requiredText,
} from './fields'
import { inTrial, aboutSite, toPerform, underLock } from './needs'
import { participantStrata, siteToRandomiseAt } from './participants'

const waitingParticipant = v.strictObject({
  id,
  participant_id: v.string(),
  site: v.strictObject({ id, title: v.string() }),
  waiting_since: instant,
  added_by: v.strictObject({ id, name: v.string() }),
  comment: v.nullable(v.string()),
  /** For viewers who may see stratum answers, and for whoever entered them; null for others. */
  participant_strata: v.nullable(v.array(v.strictObject({ trial_stratum_id: id, trial_stratum_option_id: id }))),
  /** Whether the trial is running and none of its limits stops this participant. */
  is_place_free: v.boolean(),
})
export type WaitingParticipant = v.InferOutput<typeof waitingParticipant>

const ofTrial = { trial_id: idInAddress }
const TOUCHES = ['trials/{trial_id}/waiting-list']

export const listWaitingParticipants = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/waiting-list',
  summary: 'List the participants who wait for a place at the viewer’s sites, in order of arrival',
  needs: inTrial('randomise'),
  parameters: ofTrial,
  query: {
    page,
    page_size: pageSize([1]),
    /** Only this one. */
    waiting_id: v.optional(idInAddress),
  },
  status: 200,
  response: v.strictObject({
    ...listOf(waitingParticipant).entries,
    /** For how many at the viewer's sites, on whatever page, a place is free. Servers of before do not say. */
    places_free: v.optional(v.number()),
  }),
  is_versioned: true,
})

export const addToWaitingList = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/waiting-list',
  summary: 'Put a participant on the waiting list of a trial that is paused or full',
  needs: underLock('randomise'),
  parameters: ofTrial,
  body: exactObject({
    site_id: siteToRandomiseAt,
    participant_id: requiredText(100, PARTICIPANT_ID_REQUIRED),
    participant_strata: participantStrata,
    comment: optionalText(2000),
  }),
  status: 204,
  touches: TOUCHES,
  response: noBody,
  errors: [
    'site_not_permitted',
    'trial_not_started',
    'site_deleted',
    'site_not_opened',
    'participant_id_duplicate',
    'already_waiting',
    'place_is_free',
  ],
})

export const removeFromWaitingList = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/waiting-list/{waiting_id}/remove',
  summary: 'Remove a participant from the waiting list',
  needs: toPerform(aboutSite('randomise')),
  parameters: { ...ofTrial, waiting_id: idInAddress },
  body: exactObject({ reason }),
  status: 204,
  touches: TOUCHES,
  response: noBody,
})
