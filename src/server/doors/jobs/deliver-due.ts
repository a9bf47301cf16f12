import { earlierByMs, laterByMs } from '../../ground/time/clock'
import { showsInstanceBanner } from '#domain/instance'
import { mayReceive, overseesTrial, accessIn } from '#domain/people/notifications'
import type { ClockDifference } from '../../ground/db/clock-difference'
import {
  claimDueMessages,
  keepClaims,
  NO_LONGER_RECEIVED,
  recordAttempt,
  type Attempted,
  type ClaimedMessage,
} from '../../ground/db/messages'
import type { ServerContext } from '../../use-cases/call/server-context'
import { attachmentsOf } from '../../ground/mail/attachments'
import { composeBroadcast } from '../../ground/mail/compose-broadcast'
import { composeLetter } from '../../ground/mail/compose-letter'
import { composeToPerson } from '../../ground/mail/compose-to-person'
import { composeUnwatched } from '../../ground/mail/compose-unwatched'
import { deliveryFault, MAX_ATTEMPTS, pauseAfter } from '../../ground/mail/delivery-fault'
import type { Letter } from '../../ground/mail/letter'
import { letterHtml } from '../../ground/mail/letter-html'
import { letterText } from '../../ground/mail/letter-text'
import { openLinkSecret } from '../../ground/mail/link-secret'
import type { Mail, MailTransport } from '../../ground/mail/mail-transport'
import { siteOf, type MessageFacts } from '../../ground/db/message-facts'
import { isMissing } from '../../ground/mail/missing-address'

/** The dependencies of delivering. */
export type MailDependencies = Pick<ServerContext, 'config' | 'database' | 'log' | 'now'> & {
  transport: MailTransport
  /** How far this process's clock is from the database's, which all processes share: claims are by the latter. */
  difference: ClockDifference
  /** Attempts that could not be recorded because the database was away: recorded first when it is back. */
  unrecordedAttempts: Map<ClaimedMessage, Attempted>
}

/** How many messages are sent at once. */
const AT_ONCE = 8
/** How long a claim keeps other processes from a message; a process that still sends renews it long before. */
const CLAIM_MS = 30_000
const RENEWAL_MS = 10_000

/**
 * Sends every due message, the oldest first, until none is due or `isStopping`. Any number of processes may do so at once.
 * Returns how many it tried.
 */
export const deliverDue = async (
  dependencies: MailDependencies,
  isStopping: () => boolean = () => false,
): Promise<number> => {
  for (const [message, outcome] of dependencies.unrecordedAttempts) await recordOutcome(dependencies, message, outcome)
  let tried = 0
  while (!isStopping()) {
    const now = await sharedClock(dependencies)
    const claim = { now: now(), until: laterByMs(now(), CLAIM_MS), limit: AT_ONCE }
    const claimed = await claimDueMessages(dependencies.database.queries, claim)
    if (claimed.length === 0) break
    await deliverClaimed(dependencies, claimed, now)
    tried += claimed.length
  }
  return tried
}

/** The database's clock. It is compared for every claim: the clock of this process may be set while emails are sent. */
const sharedClock = async ({ difference, now }: MailDependencies): Promise<() => string> => {
  const ahead_ms = await difference()
  return () => earlierByMs(now(), ahead_ms)
}

const deliverClaimed = async (
  dependencies: MailDependencies,
  claimed: readonly ClaimedMessage[],
  now: () => string,
): Promise<void> => {
  const ids = claimed.map(({ id }) => id)
  const renew = async () => {
    const present = await sharedClock(dependencies)
    await keepClaims(dependencies.database.queries, ids, laterByMs(present(), CLAIM_MS))
  }
  const renewal = setInterval(() => {
    renew().catch((error: unknown) => dependencies.log.error({ error }, 'claims on messages could not be renewed'))
  }, RENEWAL_MS)
  try {
    const settled = await Promise.allSettled(
      claimed.map(async (message) => {
        const outcome = await attempt({ ...dependencies, now }, message)
        dependencies.unrecordedAttempts.set(message, outcome)
        await recordOutcome(dependencies, message, outcome)
      }),
    )
    // Only when all are done: a message that is still being sent must not be claimed again.
    for (const one of settled) if (one.status === 'rejected') throw one.reason
  } finally {
    clearInterval(renewal)
  }
}

const recordOutcome = async (
  dependencies: MailDependencies,
  message: ClaimedMessage,
  outcome: Attempted,
): Promise<void> => {
  await recordAttempt(dependencies.database.queries, message, outcome)
  dependencies.unrecordedAttempts.delete(message)
}

/** Tries once to send a message to its recipient, if they may still get it, with what they may see now. */
const attempt = async (dependencies: MailDependencies, message: ClaimedMessage): Promise<Attempted> => {
  if (isMissing(message.recipient_address))
    return { state: 'failed', error: 'The recipient has not entered an email address yet' }
  try {
    // A kind that only a newer version knows throws: its process sends it.
    const letter = letterNow(dependencies, message)
    if (letter === null) return { state: 'failed', error: NO_LONGER_RECEIVED }
    await dependencies.transport.send(await mailOf(dependencies, message, letter))
    return { state: 'sent', sent_at: dependencies.now(), error: null }
  } catch (error) {
    const { reason, loggable, isFinal } = deliveryFault(error)
    dependencies.log.warn(
      { message_id: message.id, attempts: message.attempts, said: loggable },
      'an email could not be sent',
    )
    return isFinal || message.attempts >= MAX_ATTEMPTS
      ? { state: 'failed', error: reason }
      : { state: 'queued', next_attempt_at: laterByMs(dependencies.now(), pauseAfter(message.attempts)), error: reason }
  }
}

/** The letter as its recipient may read it now, or null where they may no longer get it. */
const letterNow = ({ config, now }: MailDependencies, message: ClaimedMessage): Letter | null => {
  const { facts } = message
  // A link that has expired opens nothing, and an account that has ended is announced no more.
  if (!message.has_account || ('expires_at' in facts && facts.expires_at <= now())) return null
  if (facts.kind === 'broadcast') return composeBroadcast(facts, config.public_url)
  if (!('trial' in facts)) {
    const { link_secret: sealed } = facts
    const secret = sealed === undefined ? null : openLinkSecret({ facts, user_id: message.user_id }, sealed, config)
    return composeToPerson(facts, { publicUrl: config.public_url, secret })
  }
  const named = withNamesOfThen(facts, message)
  if (named.kind === 'packs_missing_after_change' && named.changes === null)
    return overseesTrial(named.trial, message.permissions) ? composeUnwatched(named, config.public_url) : null
  const trial = { id: facts.trial.id, is_protected_trial: message.is_protected_trial }
  const access = accessIn(trial, message.permissions)
  const event = { kind: facts.kind, site_id: siteOf(facts) }
  if (!mayReceive(event, access)) return null
  const visibleFacts = named.kind === 'randomisation' ? { ...named, groups: message.groups } : named
  return composeLetter(visibleFacts, access.permission, config.public_url)
}

/** A site by its title at the time of the event, with the present one beside it: a letter may be written long afterwards. */
const withNamesOfThen = (facts: MessageFacts, { site_title }: ClaimedMessage): MessageFacts =>
  'site' in facts && site_title !== null ? { ...facts, site: { ...facts.site, title: site_title } } : facts

const mailOf = async ({ config }: MailDependencies, message: ClaimedMessage, letter: Letter): Promise<Mail> => {
  const envelope = {
    recipient_name: message.recipient_name,
    service_name: config.service_name,
    university_name: config.university_name,
    practice_instance: showsInstanceBanner(config.instance) ? config.instance : null,
  }
  return {
    id: message.id,
    to: { name: message.recipient_name, address: message.recipient_address },
    subject: letter.subject,
    text: letterText(letter, envelope),
    html: letterHtml(letter, envelope),
    attachments: await attachmentsOf(message.facts, envelope.practice_instance),
    at: message.queued_at,
  }
}
