import type { Effects } from '../effect-count'
import type { JourneyPortal } from '../journey-portal'
import type { Device } from '../tablet'

/** A portal behind a bad network, and a tablet. */
export type Ground = { portal: JourneyPortal; device: Device }

/** The effects that the person was told of as saved or done, and those that the server has. */
export type Tally = { reported: Effects; counted: Effects }

/**
 * An event that may happen to a tablet on a ward, written so that any browser can run it. A walk fails where the screen
 * lacks a required text; its tally is checked by the caller. At its end no action waits on the tablet.
 */
export type Scenario = {
  name: string
  given: string
  when: string
  outcome: string
  /** Whether it is one of the most important ones, which are repeated often. */
  mattersMost?: true
  walk: (ground: Ground) => Promise<Tally>
}

/** The effects of this many flags. */
export const flagged = (count: number): Effects => ({ flagged: count, 'audit: Participant flagged': count })

/** The effects that a tablet can have, all counted as zero, for a walk that must have none. */
const NONE: Effects = { randomised: 0, flagged: 0, unflagged: 0, 'pack: dispense': 0 }

/** The tally of such a walk. */
export const nothingOf = async (counted: () => Promise<Effects>): Promise<Tally> => ({
  reported: NONE,
  counted: { ...NONE, ...(await counted()) },
})

export const ONE_FLAG = flagged(1)
export const ONE_DISPENSED: Effects = { 'pack: dispense': 1, 'audit: Study packs dispensed': 1 }
