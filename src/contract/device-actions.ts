import { DEVICE_ACTION_KINDS, DEVICE_ACTION_STATES } from '#domain/this-device/device-action'
import * as v from 'valibot'
import { endpoint, noBody } from './endpoint'
import { ERROR_CODES } from './errors'
import { exactObject, id, idInAddress, instant, REQUIRED } from './fields'
import { inTrial, signedIn } from './needs'
import { sentInstant } from './sent-instant'

/** The most actions of a trial that are listed, the newest first. */
export const MOST_LISTED = 100

/** The most actions of one report. */
export const MOST_REPORTED = 100

const uuid = v.pipe(v.string(REQUIRED), v.uuid('Must be a UUID'))
const state = v.picklist(DEVICE_ACTION_STATES, `Must be one of ${DEVICE_ACTION_STATES.join(', ')}`)

/** Ids of records only: no comment or reason that a person typed leaves a device in a report. */
const reportedAction = exactObject({
  id: uuid,
  state,
  /** The participant of a flag. */
  participant_id: v.optional(id),
  /** The study packs of a dispense. */
  study_pack_ids: v.optional(v.pipe(v.array(id), v.minLength(1, REQUIRED), v.maxLength(1000, 'At most 1000 packs'))),
  /** When the person acted, by the device's clock; missing where the action was lost. */
  performed_at: v.optional(sentInstant),
  /** Why the server refused it. */
  refusal_code: v.optional(v.picklist(ERROR_CODES, 'Must be the code of an error')),
})
export type ReportedAction = v.InferOutput<typeof reportedAction>

export const reportDeviceActions = endpoint({
  method: 'POST',
  path: 'auth/me/device-actions',
  summary: 'Report the user’s own actions on a device that are unsent, refused, lost or discarded; others are ignored',
  needs: signedIn,
  body: exactObject({
    device_id: uuid,
    actions: v.pipe(
      v.array(
        v.pipe(
          reportedAction,
          v.check(
            ({ participant_id, study_pack_ids }) => (participant_id === undefined) !== (study_pack_ids === undefined),
            'Must name a participant or study packs',
          ),
        ),
        REQUIRED,
      ),
      v.maxLength(MOST_REPORTED, `At most ${MOST_REPORTED} actions`),
    ),
  }),
  status: 204,
  touches: ['trials/{trial_id}/device-actions'],
  response: noBody,
})

const deviceAction = v.strictObject({
  id,
  device_id: v.string(),
  user: v.strictObject({ id, name: v.string() }),
  kind: v.picklist(DEVICE_ACTION_KINDS),
  state: v.picklist(DEVICE_ACTION_STATES),
  participant: v.nullable(v.strictObject({ id, trial_sequence_no: id, participant_id: v.nullable(v.string()) })),
  /** Null where the viewer must not learn which packs were dispensed together (decision 0036). */
  study_packs: v.nullable(v.array(v.strictObject({ id, pack_id: v.string() }))),
  performed_at: v.nullable(instant),
  reported_at: instant,
  refusal: v.nullable(v.strictObject({ code: v.picklist(ERROR_CODES), message: v.string() })),
})
export type DeviceAction = v.InferOutput<typeof deviceAction>

export const listDeviceActions = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/device-actions',
  summary: 'List unsent, refused, lost and discarded actions of devices that are not resolved yet, newest first',
  needs: inTrial('hearOfIncidents'),
  parameters: { trial_id: idInAddress },
  status: 200,
  response: v.strictObject({ data: v.array(deviceAction) }),
  is_versioned: true,
})
