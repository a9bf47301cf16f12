import type { UserRow } from '../../../ground/db/users'

/** Whether the account has expired at `now`. */
export const isExpired = ({ expires_at }: Pick<UserRow, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now
