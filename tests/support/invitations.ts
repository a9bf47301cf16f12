import { api } from '#contract/api'
import { deliverDue } from '../../src/server/doors/jobs/deliver-due'
import type { ServerContext } from '../../src/server/use-cases/call/server-context'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { posted } from './ask'
import type { JourneyPortal } from './journey-portal'
import { mailRoom } from './mail-room'
import { signedInAs } from './sign-in'

/** Sends the due emails and returns the text of each, in order. None is stored anywhere. */
export const caughtMail = async ({ context }: { context: ServerContext }): Promise<{ to: string; text: string }[]> => {
  const caught: { to: string; text: string }[] = []
  const transport = {
    send: async ({ to, text }: { to: { address: string }; text: string }) => {
      caught.push({ to: to.address, text })
    },
    close: () => {},
  }
  await deliverDue({ ...mailRoom(context), transport })
  return caught
}

/** The link of the newest email to an address that matches, from its path on. */
export const linkIn = (mails: readonly { text: string }[], path: RegExp): string => {
  const links = mails.flatMap(({ text }) =>
    [...text.matchAll(/https?:\/\/[^/\s]+(\/\S+)/g)].map(([, link = '']) => link),
  )
  const link = links.findLast((link) => path.test(link))
  if (link === undefined) throw new Error(`no e-mail leads to ${path}: ${links.join(' ')}`)
  return link
}

/** Has the administrator invite a person. Returns the link of the email. */
export const invitationOf = async (portal: JourneyPortal, key: SampleAccountKey): Promise<string> => {
  const administrator = await signedInAs(portal, 'administrator')
  const response = await administrator.fetch(api.requestAssociation.path, posted({ user_id: portal.personId(key) }))
  if (response.status !== 204) throw new Error(`the invitation was answered ${response.status}`)
  return linkIn(await caughtMail(portal), /^\/idp-association\?token=/)
}
