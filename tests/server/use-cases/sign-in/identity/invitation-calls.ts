import { api } from '#contract/api'
import { posted } from '../../../../support/ask'
import { deliverMail, writtenMail } from '../../../../support/mail-room'
import type { TestPortal } from '../../../../support/portal'
import type { SignedIn } from '../../../../support/sign-in'

/** Sends an invitation to a person. Returns the status. */
export const invite = async (who: SignedIn, user_id: number, key?: string): Promise<number> => {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  return (await who.fetch(api.requestAssociation.path, posted({ user_id }, headers))).status
}

/** The secrets of all links in emails, in the order of sending. */
export const sentTokens = async (world: TestPortal): Promise<string[]> => {
  await deliverMail(world)
  return writtenMail(world.context.config.data_dir).flatMap(
    ({ text }) => /\/idp-association\?token=(\S+)/.exec(text)?.[1] ?? [],
  )
}

/** Invites a person and returns the secret of the link in the email. */
export const invited = async (world: TestPortal, who: SignedIn, user_id: number): Promise<string> => {
  const status = await invite(who, user_id)
  const token = (await sentTokens(world)).at(-1)
  if (status !== 204 || token === undefined) throw new Error(`the invitation was answered ${status}`)
  return token
}
