import * as v from 'valibot'

/**
 * The invitation by which somebody is associating an account: the secret of its link, and whom it is for as soon as the
 * server has told. This tab alone holds it, until a provider leads back.
 */
const KEY = 'equipoise.invitation'

const invitation = v.object({ token: v.string(), user_id: v.nullable(v.number()) })
export type HeldInvitation = v.InferOutput<typeof invitation>

const stored = v.pipe(v.string(), v.parseJson(), invitation)

export const holdInvitation = (storage: Storage, invitation: HeldInvitation): void =>
  storage.setItem(KEY, JSON.stringify(invitation))

export const heldInvitation = (storage: Storage): HeldInvitation | null => {
  const parsed = v.safeParse(stored, storage.getItem(KEY))
  return parsed.success ? parsed.output : null
}

export const dropInvitation = (storage: Storage): void => storage.removeItem(KEY)
