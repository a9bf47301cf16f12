import * as v from 'valibot'
import { endpoint, none, nothing } from './endpoint'
import { exactObject, id, idInAddress, instant } from './fields'
import { inTrial } from './needs'

const ofTrial = { trial_id: idInAddress }
const person = v.strictObject({ id, name: v.string() })

/** How a trial's design stands with the second person whom the trial asks for. */
const designConfirmation = v.strictObject({
  /** Null for who is blinded, as who changed it is: that a hidden setting was changed is theirs to know no more than to what. */
  design_version: v.nullable(id),
  /** Whether the trial cannot start before it is confirmed. */
  is_missing: v.boolean(),
  /** Who changed the design last, and may not confirm it; null where that is not known. */
  changed_by: v.nullable(person),
  changed_at: v.nullable(instant),
  /** The confirmation that holds, if one does. */
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
  errors: ['forbidden'],
  query: none,
  body: nothing,
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
  response: designConfirmation,
  errors: ['forbidden', 'blinded', 'confirmation_not_awaited', 'own_design', 'trial_changed_meanwhile'],
  query: none,
})
