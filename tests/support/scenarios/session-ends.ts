import { fromEarlierSession, othersUnsent, staysUnsent } from '../../../src/client/safety-words'
import { insertSession } from '../../../src/server/ground/db/sessions'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../../src/server/doors/idp/sample-accounts'
import type { Effects } from '../effect-count'
import type { JourneyPortal } from '../journey-portal'
import type { Tablet } from '../tablet'
import { until } from '../until'
import { dumpOf, flags, hasToken, isSignedIn, keepsToken } from '../ward'
import { losesTheServer, mustNotHaveHappened, onTheWard, settles, WAITING } from './ground'
import { ONE_FLAG, type Scenario, type Tally } from './scenario'

const SECONDS = 1000
/** No session lasts longer, in milliseconds. */
const LONGEST_SESSION_MS = 24 * 60 * 60 * SECONDS
const LEFT_MS = 6 * SECONDS
/** A text that only its author may read. */
const WORDS = 'A word for nobody else'

/** The session ends, or another person's begins, while an action waits. */
export const SESSION_ENDS: readonly Scenario[] = [
  {
    name: 'session over with a queue',
    given: 'a flag that waits while the server is away',
    when: 'the session is over at the server, and the same person signs in again',
    outcome: 'it waits until its author sends it with one press, and is set once',
    walk: async (ground) => {
      const { portal } = ground
      const { nurse, counted } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, 'Held')
      await nurse.sees(WAITING)
      await portal.database.queries.updateTable('sessions').set({ ended_at: portal.clock.now() }).execute()
      nurse.expectsError(/status of 401/)
      await portal.front.comeBack()
      await nurse.sees(/HTTP 401/)
      await mustNotHaveHappened(counted)
      await isSignedIn(nurse, portal, 'nurse')
      await nurse.opens('/')
      return settlesOnPress(nurse, ONE_FLAG, counted)
    },
  },
  {
    name: 'token expired with a queue',
    given: 'a flag that waits while the server is away',
    when: 'the token runs out on the tablet, and the same person signs in when the server is back',
    outcome:
      'the session ends at that time, nothing but the sealed flag stays on the tablet, and one press sets it once',
    walk: async (ground) => {
      const { portal } = ground
      const { nurse, counted } = await onTheWard(ground)
      await losesTheServer(ground, nurse)
      await flags(nurse, 1, WORDS)
      await nurse.sees(WAITING)
      await keepsToken(nurse, await endingToken(portal, 'nurse'))
      await nurse.reloads()
      await nurse.sees('Your session has expired. Please sign in again')
      if (await hasToken(nurse)) throw new Error('the token is still there')
      await forgetsTheTrials(nurse)
      const dump = await dumpOf(nurse)
      if (!dump.includes('equipoise-outbox') || !dump.includes('Amara Hughes')) throw new Error('the flag is lost')
      if (dump.includes(WORDS)) throw new Error('the flag can be read by anybody')

      await portal.front.comeBack()
      await nurse.opens('/sign-in')
      await nurse.sees('Online')
      await nurse.seesNot(WORDS)
      await mustNotHaveHappened(counted)
      await signsIn(nurse, 'nurse')
      return settlesOnPress(nurse, ONE_FLAG, counted)
    },
  },
  {
    name: 'another person signs in',
    given: 'a flag that waits while the server is away',
    when: 'its author signs out, another person signs in and out, and the author is back',
    outcome: 'the other one sees only that it waits, and its author sends it with one press, once',
    walk: async (ground) => {
      const { nurse: tablet, counted } = await onTheWard(ground)
      await losesTheServer(ground, tablet)
      await flags(tablet, 1, WORDS)
      await tablet.sees(WAITING)
      await tablet.presses('Sign out')
      await tablet.sees(staysUnsent(1))
      await tablet.pressesInDialog('Cancel')
      await until('the question is gone', async () => !(await tablet.isThere('button', 'Cancel')))
      await tablet.presses('Sign out')
      await tablet.pressesInDialog('Sign out')
      await tablet.sees(/Welcome to/)
      await forgetsTheTrials(tablet)

      await ground.portal.front.comeBack()
      await signsIn(tablet, 'coordinator')
      await tablet.sees(othersUnsent('Amara Hughes', 1))
      await tablet.opens('/outbox')
      await tablet.sees(othersUnsent('Amara Hughes', 1))
      await tablet.seesNot(WORDS)
      await tablet.seesNot('Flag participant 1')
      await mustNotHaveHappened(counted)
      await tablet.presses('Sign out')
      await tablet.sees(/Welcome to/)
      await mustNotHaveHappened(counted)
      await signsIn(tablet, 'nurse')
      return settlesOnPress(tablet, ONE_FLAG, counted)
    },
  },
]

/** In the new session the author must send it; until then it has no effect. */
const settlesOnPress = async (nurse: Tablet, reported: Effects, counted: () => Promise<Effects>): Promise<Tally> => {
  // On another page, the header shows that an action needs a decision.
  await nurse.presses('1 to confirm', 'link')
  await nurse.sees(fromEarlierSession(1))
  await mustNotHaveHappened(counted)
  await nurse.presses('Send 1 unsent action')
  return settles(nurse, reported, counted)
}

/** Signs in through the sample provider. */
const signsIn = async (tablet: Tablet, key: SampleAccountKey): Promise<void> => {
  const account = SAMPLE_ACCOUNTS.find((one) => one.key === key)
  await tablet.opens('/sign-in')
  await tablet.presses('University single sign-on', 'link')
  await tablet.presses(`${account?.name} ${account?.may} ${account?.email}`)
  await tablet.sees('Sign out')
}

/** Waits until no answer about a trial is left on the tablet. */
const forgetsTheTrials = (tablet: Tablet): Promise<void> =>
  until('the trials are gone', async () => !(await dumpOf(tablet)).includes('/api/v1/trials'))

/** The token of a person who signed in nearly a day ago. */
const endingToken = async ({ database, context, personId }: JourneyPortal, key: SampleAccountKey): Promise<string> => {
  const user_id = personId(key)
  const now = context.now()
  const signed_in_at = new Date(Date.parse(now) - LONGEST_SESSION_MS + LEFT_MS).toISOString()
  const token_expires_at = context.tokens.goodUntil(signed_in_at, now)
  const session = {
    user_id,
    signed_in_at,
    token_expires_at,
    idp: null,
    profile_id: null,
    device: null,
    proved_at: null,
  }
  const session_id = await insertSession(database.queries, session)
  return (await context.tokens.issue({ session_id, user_id, signed_in_at }, now)).token
}
