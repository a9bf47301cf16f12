/** The title above the reason why a profile was not saved. */
export const PROFILE_SAVE_FAILED = 'User profile save failed'

/** A profile while it is written. */
export type ProfileDraft = { name: string; email: string; selected_timezone: string | null }

export const EMPTY_PROFILE: ProfileDraft = { name: '', email: '', selected_timezone: null }
