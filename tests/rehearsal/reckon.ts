import { API_BASE } from '#contract/api-address'
import { getLedger } from '#contract/ledger'
import { listParticipants, randomiseParticipant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isAlike, type Load, type Target } from './load'

/** The comparison at the end. */
export type Reckoning = {
  acknowledged: number
  'sent again': number
  'answered by key': number
  lost: number
  doubled: number
  changed: number
  'ledgers that verify': string
}

/** Whether nothing is lost, doubled or changed, and every ledger verifies. */
export const isWhole = (reckoning: Reckoning, trials: number): boolean =>
  reckoning.lost === 0 &&
  reckoning.doubled === 0 &&
  reckoning.changed === 0 &&
  reckoning['ledgers that verify'] === `${trials} of ${trials}`

type Acknowledged = Load['acknowledged'] extends ReadonlyMap<infer Key, infer Answer> ? [Key, Answer] : never

const ASKED_AT_ONCE = 24

/** Compares the acknowledgements with the stored rows, by sending every key again, and verifies every ledger. */
export const reckon = async (
  folder: string,
  target: Target,
  trials: readonly Trial[],
  load: Load,
): Promise<Reckoning> => {
  const { sent, replayed } = load.repeats()
  const isLost = async ([key, { trial_id, participant }]: Acknowledged): Promise<boolean> => {
    const site_id = trials.find(({ id }) => id === trial_id)?.sites[0]?.id
    const answer = await ask(target, 'POST', `trials/${trial_id}/participants`, { site_id }, key)
    const [found] = v.parse(randomiseParticipant.response, answer).data
    return !found || !isAlike(found, participant)
  }
  let lost = 0
  const waiting = [...load.acknowledged]
  while (waiting.length > 0) {
    const answers = await Promise.all(waiting.splice(-ASKED_AT_ONCE).map(isLost))
    lost += answers.filter(Boolean).length
  }
  let stored = 0
  let verified = 0
  for (const { id } of trials) {
    const list = await ask(target, 'GET', `trials/${id}/participants?page_size=1`)
    stored += v.parse(listParticipants.response, list).total
    const ledger = v.parse(getLedger.response, await ask(target, 'GET', `trials/${id}/ledger`))
    if (verifies(join(folder, `ledger-${id}.json`), ledger)) verified += 1
  }
  return {
    acknowledged: load.acknowledged.size,
    'sent again': sent,
    'answered by key': replayed,
    lost,
    doubled: stored - load.acknowledged.size,
    changed: load.changed.length,
    'ledgers that verify': `${verified} of ${trials.length}`,
  }
}

const VERIFIER = join(import.meta.dirname, '../../src/verifier/verify-ledger.mjs')

/** Whether the stand-alone verifier, in a process of its own, accepts a ledger. */
const verifies = (file: string, ledger: object): boolean => {
  writeFileSync(file, JSON.stringify(ledger))
  try {
    execFileSync(process.execPath, [VERIFIER, file], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Sends a request to a portal, and throws its refusal. */
export const ask = async ({ url, token }: Target, method: string, path: string, body?: object, key?: string) => {
  const headers = new Headers({ 'Content-Type': 'application/json', Authorization: `Bearer ${token}` })
  if (key !== undefined) headers.set('Idempotency-Key', key)
  const response = await fetch(`${url}${API_BASE}/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const answer: unknown = await response.json()
  return answer
}
