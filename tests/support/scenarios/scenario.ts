import type { Effects } from '../effect-count'
import type { JourneyPortal } from '../journey-portal'
import type { Device } from '../tablet'

/** What a scenario is walked on: a portal behind a bad way, and a tablet. */
export type Ground = { portal: JourneyPortal; device: Device }

/** What the person was told is saved or done, and what the server has of it, all told in effects. */
export type Tally = { reported: Effects; counted: Effects }

/**
 * What may befall a tablet on a ward, told so that it can be walked in any browser. A walk fails where the screen does not say what
 * it must; its tally is for who counts. It leaves a tablet behind on which nothing waits.
 */
export type Scenario = {
  name: string
  given: string
  when: string
  outcome: string
  /** Whether it is among those that matter most, which are walked over and over. */
  mattersMost?: true
  walk: (ground: Ground) => Promise<Tally>
}

/** What comes of so many flags that are set. */
export const flagged = (count: number): Effects => ({ flagged: count, 'audit: Participant flagged': count })

/** What a tablet brings about, each counted as none: a walk after which nothing may have happened says what it has looked for. */
const NONE: Effects = { randomised: 0, flagged: 0, unflagged: 0, 'pack: dispense': 0 }

/** The tally of such a walk. */
export const nothingOf = async (counted: () => Promise<Effects>): Promise<Tally> => ({
  reported: NONE,
  counted: { ...NONE, ...(await counted()) },
})

export const ONE_FLAG = flagged(1)
export const ONE_DISPENSED: Effects = { 'pack: dispense': 1, 'audit: Study packs dispensed': 1 }
