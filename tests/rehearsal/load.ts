import { API_BASE } from '#contract/api-address'
import { randomiseParticipant, type Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'

/** What people did, and when it was acknowledged. */
export type Load = {
  /** What each key was answered first. */
  acknowledged: ReadonlyMap<string, { trial_id: number; participant: Participant }>
  /** Keys whose second answer was not the first. */
  changed: readonly string[]
  /** How often a request had to be sent again under its key, and how many were answered by what was stored under it. */
  repeats: () => { sent: number; replayed: number }
  /** The longest time in a trial without an acknowledgement since an instant, in milliseconds, and the fewest of a trial since. */
  since: (instant: number) => { longest: number; fewest: number }
  /** Lets every request find its answer, then ends. */
  stop: () => Promise<void>
}

/** People of each trial who randomise at once. */
const PEOPLE = 4
/** The pause of a person between two participants, in milliseconds: the rehearsal is about faults, and its machine is small. */
const PAUSE = 60
/** A person's wait for an answer, and the wait before they send again. */
const PATIENCE = 8_000
const BEFORE_AGAIN = 250
/** Every so many are sent once more after their answer, as if it had been lost. */
const SENT_TWICE = 5

/** Lets people randomise into trials; each request is sent under its key until it is answered. */
export const startLoad = (url: string, token: string, trials: readonly Trial[]): Load => {
  const acknowledged = new Map<string, { trial_id: number; participant: Participant }>()
  const changed: string[] = []
  const times = new Map<number, number[]>(trials.map(({ id }) => [id, []]))
  const begun = performance.now()
  const over = new AbortController()
  let sent = 0
  let replayed = 0

  const send = async (trial: Trial, key: string): Promise<Participant> => {
    const body = JSON.stringify({ site_id: trial.sites[0]?.id })
    for (;;) {
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
        if (answer.status < 500) throw new Refused(`${answer.status} ${text}`)
      } catch (error) {
        if (error instanceof Refused) throw error
      }
      sent += 1
      await setTimeout(BEFORE_AGAIN)
    }
  }
  const person = async (trial: Trial) => {
    for (let many = 1; !over.signal.aborted; many += 1) {
      const key = randomUUID()
      const participant = await send(trial, key)
      times.get(trial.id)?.push(performance.now())
      acknowledged.set(key, { trial_id: trial.id, participant })
      if (many % SENT_TWICE === 0 && !isAlike(await send(trial, key), participant)) changed.push(key)
      await setTimeout(PAUSE)
    }
  }
  const people = Promise.all(trials.flatMap((trial) => Array.from({ length: PEOPLE }, () => person(trial))))
  // Told by `stop`; until then a failure must not end the process.
  people.catch(() => {})
  return {
    acknowledged,
    changed,
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

class Refused extends Error {}

export const isAlike = (one: Participant, other: Participant): boolean =>
  one.id === other.id &&
  one.trial_sequence_no === other.trial_sequence_no &&
  one.study_group.name === other.study_group.name
