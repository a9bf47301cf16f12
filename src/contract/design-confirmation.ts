import * as v from 'valibot'
import { endpoint } from './endpoint'
import { exactObject, id, idInAddress, instant } from './fields'
import { inTrial } from './needs'
import { TRIAL_TOUCHES } from './touches'

const ofTrial = { trial_id: idInAddress }
const person = v.strictObject({ id, name: v.string() })

/** The state of a design's confirmation by a second person. */
const designConfirmation = v.strictObject({
  /** Null for blinded people, as `changed_by` is: they may not learn that a hidden setting was changed. */
  design_version: v.nullable(id),
  /** Whether the trial cannot start before it is confirmed. */
  is_missing: v.boolean(),
  /** The person who last changed the design, and may not confirm it; null where unknown. */
  changed_by: v.nullable(person),
  changed_at: v.nullable(instant),
  /** The confirmation of the present design, or null. */
  confirmed: v.nullable(v.strictObject({ by: person, at: instant, meaning: v.string() })),
})
export type DesignConfirmation = v.InferOutput<typeof designConfirmation>

export const getDesignConfirmation = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/design-confirmation',
  summary: 'Read whether a trial’s design needs a second person, who edited it last and who confirmed it',
  needs: inTrial('viewSettings'),
  parameters: ofTrial,
  status: 200,
  response: designConfirmation,
})

export const confirmDesign = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/design-confirmation',
  summary: 'Confirm a trial’s design as the second person, until the design is changed',
  needs: inTrial('confirmDesign', { to_see: 'viewSettings' }),
  parameters: ofTrial,
  /** The version that the person was shown. */
  body: exactObject({ design_version: id }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: designConfirmation,
  errors: ['confirmation_not_awaited', 'own_design', 'trial_changed_meanwhile'],
})
