import { SAVED_HERE } from '../../../src/client/safety-words'
import { countEffects, type Effects } from '../effect-count'
import type { JourneyPortal } from '../journey-portal'
import { aWard, flags, waitsForStored, isSignedIn } from '../ward'
import { aShelf, findsTheWifi, handsOut, isStocked, losesTheWifi, onATabletOfItsOwn, settles } from './ground'
import { NO_WORKER, OWN_CLOCK, setsClock } from './preloads'
import { ONE_DISPENSED, ONE_FLAG, type Ground, type Scenario, type Tally } from './scenario'
import type { Tablet } from '../tablet'

const HOUR_MS = 60 * 60 * 1000
/** The tolerance around the true time of an act, in milliseconds. */
const TRUE_WITHIN_MS = 60_000

const CLOCKS = [
  { is: 'a day behind', hours: -24, isPutRight: false },
  { is: 'ten hours ahead', hours: 10, isPutRight: false },
  { is: 'ten hours ahead until it is put right', hours: 10, isPutRight: true },
]

/** A tablet with a wrong clock. */
export const WRONG_CLOCK: readonly Scenario[] = [
  ...CLOCKS.map(({ is, hours, isPutRight }): Scenario => ({
    name: `clock ${is}`,
    given: `a tablet whose clock is ${is}`,
    when: 'a flag waits for the server',
    outcome: 'it is sent at once, set once, and told with the right time',
    walk: (ground) =>
      byItsClock(ground, hours, async (nurse) => {
        const { portal } = ground
        const ward = await aWard(portal)
        const counted = await countEffects(portal, ward)
        await isSignedIn(nurse, portal, 'nurse')
        await nurse.opens(`/trials/${ward.trial_id}/participants`)
        await waitsForStored(nurse, ward.trial_id)
        await losesTheWifi(ground, nurse)
        const done = await spanOf(async () => {
          await flags(nurse, 1, 'By which clock')
          await nurse.sees(SAVED_HERE)
        })
        if (isPutRight) await setsClock(nurse, 0)
        const tally = await comesThrough(ground, nurse, { reported: ONE_FLAG, counted })
        isTrue(await recordedFlagTime(portal, ward), { done, clock_uncertain: isPutRight })
        return tally
      }),
  })),
  {
    name: 'dispensed by a clock a day behind',
    given: 'a tablet whose clock is a day behind',
    when: 'a pack is dispensed without the server',
    outcome: 'it is sent at once, dispensed once, and told with the right time',
    walk: (ground) =>
      byItsClock(ground, -24, async (pharmacist) => {
        const { portal } = ground
        const { trial, pack, page } = await aShelf(ground)
        const counted = await countEffects(portal, trial)
        await isSignedIn(pharmacist, portal, 'pharmacist')
        await pharmacist.opens(page)
        await isStocked(pharmacist, trial.trial_id)
        await losesTheWifi(ground, pharmacist)
        const done = await spanOf(async () => {
          await handsOut(pharmacist, pack)
          await pharmacist.sees(SAVED_HERE)
        })
        const tally = await comesThrough(ground, pharmacist, { reported: ONE_DISPENSED, counted })
        isTrue(await recordedDispenseTime(portal, pack), { done, clock_uncertain: false })
        return tally
      }),
  },
]

const byItsClock = ({ device }: Ground, hours: number, walk: (tablet: Tablet) => Promise<Tally>): Promise<Tally> =>
  onATabletOfItsOwn(
    device,
    async (tablet) => {
      await tablet.opens('/')
      await setsClock(tablet, hours * HOUR_MS)
      return walk(tablet)
    },
    NO_WORKER,
    OWN_CLOCK,
  )

const comesThrough = async (
  ground: Ground,
  who: Tablet,
  { reported, counted }: { reported: Effects; counted: () => Promise<Effects> },
): Promise<Tally> => {
  await findsTheWifi(ground, who)
  return settles(who, reported, counted)
}

type RecordedTime = { performed_at: string | null; clock_uncertain: boolean }

const recordedFlagTime = ({ database }: JourneyPortal, { trial_id }: { trial_id: number }): Promise<RecordedTime> =>
  database.queries
    .selectFrom('participant_flags')
    .innerJoin('participants', 'participants.id', 'participant_flags.participant_id')
    .select(['performed_at', 'clock_uncertain'])
    .where('trial_id', '=', trial_id)
    .executeTakeFirstOrThrow()

const recordedDispenseTime = ({ database }: JourneyPortal, { id }: { id: number }): Promise<RecordedTime> =>
  database.queries
    .selectFrom('study_pack_logs')
    .select(['performed_at', 'clock_uncertain'])
    .where('study_pack_id', '=', id)
    .where('action', '=', 'dispense')
    .executeTakeFirstOrThrow()

/** The true times between which an act was done. */
type Span = { from: number; to: number }

const spanOf = async (act: () => Promise<void>): Promise<Span> => {
  const from = Date.now()
  await act()
  return { from, to: Date.now() }
}

/** A certain time lies within the act. An uncertain one is the time of its receipt, at the latest now. */
const isTrue = (reported: RecordedTime, { done, clock_uncertain }: { done: Span; clock_uncertain: boolean }): void => {
  const at = Date.parse(reported.performed_at ?? '')
  const to = clock_uncertain ? Date.now() : done.to
  const isInSpan = at > done.from - TRUE_WITHIN_MS && at < to + TRUE_WITHIN_MS
  if (!isInSpan || reported.clock_uncertain !== clock_uncertain)
    throw new Error(`told ${reported.performed_at}, ${reported.clock_uncertain ? 'uncertain' : 'certain'}`)
}
