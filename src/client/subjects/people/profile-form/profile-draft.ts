/** The title above the reason why a profile was not saved. */
export const PROFILE_SAVE_FAILED = 'User profile save failed'

/** A profile while it is written. */
export type ProfileDraft = { name: string; email: string; selected_timezone: string | null }

export const PROFILE_FIELDS = ['name', 'email', 'selected_timezone'] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]

export const EMPTY_PROFILE: ProfileDraft = { name: '', email: '', selected_timezone: null }

/** The profile that is edited of a person. */
export const profileOf = ({ name, email, selected_timezone }: ProfileDraft): ProfileDraft => ({
  name,
  email,
  selected_timezone,
})
