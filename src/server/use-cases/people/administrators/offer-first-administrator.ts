import { isProductionInstance } from '#domain/instance'
import { accepted } from '#domain/outcome'
import { momentIn } from '../../../ground/time/calendar'
import { findAdministrators, findInvitedAdministrator } from '../../../ground/db/administrators'
import { inTransaction, type Transaction } from '../../../ground/db/transaction'
import { lockPermissions } from '../../../ground/db/user-permissions'
import { lockPeople, findUserByAddress, type UserRow } from '../../../ground/db/users'
import { MISSING_ADDRESS } from '../../../ground/mail/missing-address'
import { createOnConsole } from './create-on-console'
import { ensureAdministrator } from './ensure-administrator'
import { FIRST_ADMINISTRATOR, findWaitingFirst } from './first-administrator'
import { inviteOnConsole } from './invite-on-console'
import { ADMINISTRATOR_COMMAND, type OnConsole } from './on-console'

/**
 * The console message of a production instance without a system administrator who can sign in, or null. It has a link that
 * makes the person who signs in with it the first administrator, and ends the link of an earlier start. Where somebody is
 * invited already, or the first administrator was shut out, it says what to do instead.
 */
export const offerFirstAdministrator = async (context: OnConsole): Promise<string | null> => {
  if (!isProductionInstance(context.config.instance)) return null
  const offer = await inTransaction(context.database, async (transaction) => {
    // Of processes that start at once the last one's link works.
    await lockPermissions(transaction)
    await lockPeople(transaction)
    const now = context.now()
    if ((await findAdministrators(transaction, now)).length > 0) return accepted(null)
    const invited = await findInvitedAdministrator(transaction, now, MISSING_ADDRESS)
    if (invited) return accepted(alreadyInvited(invited))
    const first = await findWaitingFirst(transaction)
    if (!first && (await findUserByAddress(transaction, MISSING_ADDRESS)))
      return accepted(`No system administrator can sign in. Create one on this machine: ${ADMINISTRATOR_COMMAND}`)
    return accepted(await linkFor(transaction, context, first, now))
  })
  return offer.ok ? offer.value : null
}

const linkFor = async (
  transaction: Transaction,
  context: OnConsole,
  earlier: UserRow | undefined,
  now: string,
): Promise<string> => {
  const user = earlier ?? (await createOnConsole(transaction, FIRST_ADMINISTRATOR, now))
  await ensureAdministrator(transaction, context, user, now)
  const link = await inviteOnConsole(transaction, context, user, now)
  return `No system administrator can sign in yet. Open this link within 24 hours to become the first. It works once: ${link}`
}

const alreadyInvited = ({ email, expires_at }: { email: string; expires_at: string }): string =>
  `No system administrator can sign in yet. ${email} is invited until ${momentIn('Etc/UTC', expires_at)}. For a new link: ${ADMINISTRATOR_COMMAND}`
