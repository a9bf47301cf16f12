import type { UserRow } from '../../../ground/db/users'

/** Whether the moment at which an account ends by itself is past at `now`. */
export const isExpired = ({ expires_at }: Pick<UserRow, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now
