import type { OutcomeRow } from '#contract/randomisation-tests'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import type { Compared } from '#domain/reports/randomisation-test'
import type { ParticipantOutcome } from '#domain/simulation/redraw/compare-groups'

/**
 * How many participants a test has, and the IDs of the trial in order of the draws, where it uses IDs. Those randomised after the test
 * are there too: a row of theirs must not count for someone whose sequence number it reads as.
 */
type Participants = { ids: readonly (string | null)[]; participants: number; is_id_used: boolean }

type Sent = { compared: Compared; outcomes: readonly OutcomeRow[] }

/** The faults that are named at once: more say no more. */
const NAMED_FAULTS = 20

/**
 * Outcomes by participant ID as outcomes by place: participant 0, 1, … in order of the draws. Somebody
 * without an outcome, or with an empty one, is left out. Refused with a message by the path of each row that is none.
 */
export const outcomesByPlace = (
  { compared, outcomes }: Sent,
  { ids, participants, is_id_used }: Participants,
): Outcome<readonly ParticipantOutcome[], Record<string, string>> => {
  const placeOf = placesById(ids, participants, is_id_used)
  const seen = new Set<number>()
  const faults: [string, string][] = []
  const placed: ParticipantOutcome[] = []
  for (const [row, { participant: name, outcome }] of outcomes.entries()) {
    const place = placeOf(name)
    if (typeof place === 'string') faults.push([`outcomes.${row}.participant`, place])
    else if (seen.has(place)) faults.push([`outcomes.${row}.participant`, TWICE])
    else if (compared === 'proportions' && outcome !== null && outcome !== 0 && outcome !== 1)
      faults.push([`outcomes.${row}.outcome`, ZERO_OR_ONE])
    else if (outcome !== null) placed.push({ participant: place, outcome })
    if (typeof place === 'number') seen.add(place)
    if (faults.length === NAMED_FAULTS) break
  }
  return faults.length > 0 ? refused(Object.fromEntries(faults)) : accepted(placed)
}

const UNKNOWN = 'No participant of this test has this ID'
const SEVERAL = 'Several participants have this ID. Write # and the sequence number'
const AMBIGUOUS = 'This is both a participant ID and a sequence number. Write ## and the participant’s sequence number'
const TWICE = 'This participant has another row above'
const ZERO_OR_ONE = 'Must be 0 or 1'

const SEVERAL_PLACES = -1

/**
 * The place of somebody by their ID, or by `#` and the sequence number; where the trial has no IDs, by the number alone too. `##` does the
 * same as `#`, for a number that with one `#` is the ID of another participant.
 */
const placesById = (
  ids: readonly (string | null)[],
  participants: number,
  isIdUsed: boolean,
): ((name: string) => number | string) => {
  const places = isIdUsed ? placesOfIds(ids) : new Map<string, number>()
  const byNumber = isIdUsed ? /^##?([1-9]\d{0,8})$/ : /^#{0,2}([1-9]\d{0,8})$/
  return (name) => {
    const ofId = places.get(comparableParticipantId(name))
    const number = Number(byNumber.exec(name.trim())?.[1] ?? 0)
    const ofNumber = number >= 1 && number <= ids.length ? number - 1 : undefined
    if (ofId !== undefined && ofNumber !== undefined && ofId !== ofNumber) return AMBIGUOUS
    if (ofId === SEVERAL_PLACES) return SEVERAL
    const place = ofId ?? ofNumber
    return place !== undefined && place < participants ? place : UNKNOWN
  }
}

const placesOfIds = (ids: readonly (string | null)[]): ReadonlyMap<string, number> => {
  const places = new Map<string, number>()
  for (const [place, id] of ids.entries()) {
    if (id === null) continue
    const comparable = comparableParticipantId(id)
    places.set(comparable, places.has(comparable) ? SEVERAL_PLACES : place)
  }
  return places
}
