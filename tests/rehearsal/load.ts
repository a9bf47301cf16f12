import { API_BASE } from '#contract/api-address'
import { randomiseParticipant, type Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'

/** A portal, and the token of a person who is signed in to it. */
export type Target = { url: string; token: string }

/** The requests of people, and the times of their acknowledgements. */
export type Load = {
  /** The first answer to each key. */
  acknowledged: ReadonlyMap<string, { trial_id: number; participant: Participant }>
  /** Keys whose second answer differs from the first. */
  changed: readonly string[]
  /** The number of requests that were sent again under their key, and of those that got the stored answer. */
  repeats: () => { sent: number; replayed: number }
  /** The number of each other answer, such as `503 unavailable`; `none` where none was received. */
  refusals: ReadonlyMap<string, number>
  /**
   * Since an instant: the longest time of a trial without an acknowledgement, in milliseconds, and the fewest
   * acknowledgements of any trial.
   */
  since: (instant: number) => { longest: number; fewest: number }
  /** Waits until every request has its answer, then ends. */
  stop: () => Promise<void>
}

/** The number of people of each trial who randomise at once. */
const PEOPLE = 4
/**
 * The usual pause of a person between two participants, in milliseconds. The rehearsal is about faults, and its machine
 * is small.
 */
const PAUSE = 60
/** The time for which a person waits for an answer, and then before they send again. */
const PATIENCE = 8_000
const BEFORE_AGAIN = 250
/** One in this many is sent once more after its answer, as if that had been lost. */
const SENT_TWICE = 5

/**
 * Lets people randomise into trials; each request is sent under its key until it is answered. The target is looked up
 * for each request, by the person's place among the people.
 */
export const startLoad = (
  targetOf: (person: number) => Target,
  trials: readonly Trial[],
  pause: number = PAUSE,
): Load => {
  const acknowledged = new Map<string, { trial_id: number; participant: Participant }>()
  const changed: string[] = []
  const refusals = new Map<string, number>()
  const times = new Map<number, number[]>(trials.map(({ id }) => [id, []]))
  const begun = performance.now()
  const over = new AbortController()
  let sent = 0
  let replayed = 0

  const count = (refusal: string) => refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
  const send = async (person: number, trial: Trial, key: string): Promise<Participant> => {
    const body = JSON.stringify({ site_id: trial.sites[0]?.id })
    for (;;) {
      const { url, token } = targetOf(person)
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': key }
      try {
        const signal = AbortSignal.timeout(PATIENCE)
        const answer = await fetch(`${url}${API_BASE}/trials/${trial.id}/participants`, {
          method: 'POST',
          headers,
          body,
          signal,
        })
        const text = await answer.text()
        if (answer.status === 201) {
          if (answer.headers.get('Idempotency-Replayed') === 'true') replayed += 1
          const [participant] = v.parse(randomiseParticipant.response, JSON.parse(text)).data
          if (participant) return participant
        }
        if (answer.status < 500 && !ASKED_AGAIN.has(answer.status)) throw new Refused(`${answer.status} ${text}`)
        count(`${answer.status} ${codeOf(text)}`)
      } catch (error) {
        if (error instanceof Refused) throw error
        count('none')
      }
      sent += 1
      await setTimeout(BEFORE_AGAIN)
    }
  }
  const person = async (trial: Trial, place: number) => {
    for (let many = 1; !over.signal.aborted; many += 1) {
      const key = randomUUID()
      const participant = await send(place, trial, key)
      times.get(trial.id)?.push(performance.now())
      acknowledged.set(key, { trial_id: trial.id, participant })
      if (many % SENT_TWICE === 0 && !isAlike(await send(place, trial, key), participant)) changed.push(key)
      await setTimeout(pause)
    }
  }
  const people = Promise.all(
    trials.flatMap((trial) => Array.from({ length: PEOPLE }, (_, place) => person(trial, place))),
  )
  // `stop` reports a failure; until then it must not end the process.
  people.catch(() => {})
  return {
    acknowledged,
    changed,
    refusals,
    repeats: () => ({ sent, replayed }),
    since: (instant) => {
      const ofTrials = [...times.values()].map((all) => {
        const after = all.filter((time) => time >= instant)
        const before = all.findLast((time) => time < instant) ?? begun
        const moments = [before, ...after, performance.now()]
        const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment))
        return { longest: Math.max(...gaps), fewest: after.length }
      })
      return {
        longest: Math.max(...ofTrials.map(({ longest }) => longest)),
        fewest: Math.min(...ofTrials.map(({ fewest }) => fewest)),
      }
    },
    stop: async () => {
      over.abort()
      await people
    },
  }
}

/**
 * A session that has ended, while the person signs in again; and a request that was received too slowly, so its outcome
 * is unknown.
 */
const ASKED_AGAIN = new Set([401, 408])

class Refused extends Error {}

/** The code of a refusal, or the answer of another program than the portal. */
const codeOf = (text: string): string => {
  try {
    return v.parse(v.object({ code: v.string() }), JSON.parse(text)).code
  } catch {
    return 'without a code'
  }
}

export const isAlike = (one: Participant, other: Participant): boolean =>
  one.id === other.id &&
  one.trial_sequence_no === other.trial_sequence_no &&
  one.study_group.name === other.study_group.name
