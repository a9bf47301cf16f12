import { mayChangeTrialStatus, STARTED } from './trial-status'

/** The statement of a person who confirms a design; stored with their name, the time and the design. */
export const DESIGN_CONFIRMED_MEANING = 'I have reviewed the randomisation design and confirm it'

/** The message for a trial that does not start without the confirmation. */
export const DESIGN_NOT_CONFIRMED =
  'A second person must confirm the design before the trial starts. No one has confirmed it yet'

/** The present design: its version grows with every change, and its hash identifies it. */
export type CurrentDesign = {
  readonly trial_status_id: number
  readonly is_design_checked: boolean
  readonly design_version: number
  readonly design_hash: string
  /** The person who changed it last, where known. */
  readonly design_changed_by: number | null
}

/** The confirmed design. */
export type ConfirmedDesign = { readonly design_version: number; readonly design_hash: string }

/** Whether this very design was confirmed: any change since voids the confirmation, also one that was undone. */
export const isDesignConfirmed = (design: CurrentDesign, confirmed: ConfirmedDesign | null): boolean =>
  confirmed !== null &&
  confirmed.design_version === design.design_version &&
  confirmed.design_hash === design.design_hash

/** Whether a trial cannot start before a person has confirmed its design. */
export const isConfirmationMissing = (design: CurrentDesign, confirmed: ConfirmedDesign | null): boolean =>
  design.is_design_checked && !isDesignConfirmed(design, confirmed)

export type ConfirmationRefusal = 'confirmation_not_awaited' | 'own_design' | 'trial_changed_meanwhile'

/**
 * Why a person may not confirm the design that they were shown; null where they may. The trial must be one that may start, and
 * the person must not be the one who changed the design last. Source: the trial's setting `is_design_checked`.
 */
export const confirmationRefusal = (
  design: CurrentDesign,
  confirmed: ConfirmedDesign | null,
  by: { readonly user_id: number; readonly shown_version: number },
): ConfirmationRefusal | null => {
  const mayStart = mayChangeTrialStatus(design.trial_status_id, STARTED)
  if (!mayStart || !isConfirmationMissing(design, confirmed)) return 'confirmation_not_awaited'
  if (by.shown_version !== design.design_version) return 'trial_changed_meanwhile'
  return by.user_id === design.design_changed_by ? 'own_design' : null
}
