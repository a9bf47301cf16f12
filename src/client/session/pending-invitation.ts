import * as v from 'valibot'

/**
 * The invitation whose person is associating an account: the secret of its link and, once the server has answered, the
 * user. Stored in this tab alone, until the provider sends the browser back.
 */
const KEY = 'equipoise.invitation'

const invitation = v.object({ token: v.string(), user_id: v.nullable(v.number()) })
export type PendingInvitation = v.InferOutput<typeof invitation>

const stored = v.pipe(v.string(), v.parseJson(), invitation)

export const storeInvitation = (storage: Storage, invitation: PendingInvitation): void =>
  storage.setItem(KEY, JSON.stringify(invitation))

export const readInvitation = (storage: Storage): PendingInvitation | null => {
  const parsed = v.safeParse(stored, storage.getItem(KEY))
  return parsed.success ? parsed.output : null
}

export const deleteInvitation = (storage: Storage): void => storage.removeItem(KEY)
