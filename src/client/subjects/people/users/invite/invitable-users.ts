import { ERRORS } from '#contract/errors'
import type { ListedUser } from '#contract/users'

/** Why a user cannot be invited with many others, in the server's words, or null. */
export const reasonNotToInvite = ({ user_profiles = [], is_active, is_expired }: ListedUser): string | null => {
  if (user_profiles.length > 0) return ERRORS.already_associated.message
  return is_active === false || is_expired === true ? ERRORS.user_not_invitable.message : null
}

/** The initial selection: users who can be invited and have no valid link. */
export const firstChosen = (users: readonly ListedUser[]): ReadonlySet<number> =>
  new Set(users.filter((user) => reasonNotToInvite(user) === null && !user.invitation).map(({ id }) => id))
