import { mayChangeTrialStatus, STARTED } from './trial-status'

/** What somebody states by confirming a design; stored with their name, the time and the design. */
export const DESIGN_CONFIRMED_MEANING = 'I have reviewed the randomisation design and confirm it'

/** What is said of a trial that does not start for want of it. */
export const DESIGN_NOT_CONFIRMED =
  'A second person must confirm the design before the trial starts. No one has confirmed it yet'

/** A design as it stands: its version moves with every change of it, and its hash tells it from every other. */
export type CurrentDesign = {
  readonly trial_status_id: number
  readonly is_design_checked: boolean
  readonly design_version: number
  readonly design_hash: string
  /** Who changed it last, where that is known. */
  readonly design_changed_by: number | null
}

/** Which design was confirmed. */
export type ConfirmedDesign = { readonly design_version: number; readonly design_hash: string }

/** Whether this very design was confirmed: any change of it since, also one that was taken back, voids that. */
export const isDesignConfirmed = (design: CurrentDesign, confirmed: ConfirmedDesign | null): boolean =>
  confirmed !== null &&
  confirmed.design_version === design.design_version &&
  confirmed.design_hash === design.design_hash

/** Whether a trial cannot start before somebody has confirmed its design. */
export const isConfirmationMissing = (design: CurrentDesign, confirmed: ConfirmedDesign | null): boolean =>
  design.is_design_checked && !isDesignConfirmed(design, confirmed)

export type ConfirmationRefusal = 'confirmation_not_awaited' | 'own_design' | 'trial_changed_meanwhile'

/**
 * Why somebody cannot confirm the design that they were shown, or null where they can: a trial that may start waits for it, and they
 * are not the one who changed it last. Source: the trial's setting `is_design_checked`.
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
