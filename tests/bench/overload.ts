import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import type { Endpoint } from '#contract/endpoint'
import { listParticipants, randomiseParticipant } from '#contract/participants'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import * as v from 'valibot'
import { filled } from '../support/reads'
import { startServer, type ServerProcess } from '../support/server-process'
import { largeTrial } from './large-trial'
import { quantile } from './median'
import type { Row } from './table'

type Place = { name: string; database_url: string | undefined; data_dir: string }

const PARTICIPANTS = 2_000
const SITES = 10
const SECONDS = 10
/** A limit that is never reached, and the default of REQUESTS_AT_ONCE. */
const LIMITS = { without: 100_000, with: 400 }

/**
 * The number of clients for each kind. They send again as soon as they are answered, or at the time that a refusal
 * names.
 */
const CLIENTS = { report: 200, list: 400, action: 300, randomisation: 100 }
type Kind = keyof typeof CLIENTS
const KINDS: readonly Kind[] = ['report', 'list', 'action', 'randomisation']

/**
 * Answers of each kind per second, and their times, while a thousand clients send again as the app does: at once, or
 * when a refusal says. Afterwards the participants are counted: each acknowledged one once, without a duplicate number.
 */
export const ratesUnderOverload = async (work: string, serverUrl: string | undefined): Promise<Row[]> => {
  const places: Place[] = [{ name: 'embedded', database_url: undefined, data_dir: join(work, 'overload') }]
  if (serverUrl !== undefined)
    places.push({ name: 'PostgreSQL', database_url: serverUrl, data_dir: join(work, 'server') })
  const rows: Row[] = []
  for (const place of places)
    for (const [limit, at_once] of Object.entries(LIMITS)) rows.push(...(await ratesOf(place, limit, at_once)))
  return rows
}

const ratesOf = async ({ name, ...place }: Place, limit: string, at_once: number): Promise<Row[]> => {
  const id = await largeTrial(place, { participants: PARTICIPANTS, sites: SITES })
  const portal = await startServer({ ...place, at_once })
  try {
    const { sites, trial_strata } = await portal.ask('POST', `trials/${id}/status`, {
      trial_status_id: 3,
      reason: 'Bench',
    })
    const body = {
      site_id: sites[0]?.id,
      participant_strata: trial_strata.map((stratum) => ({
        trial_stratum_id: stratum.id,
        trial_stratum_option_id: stratum.trial_stratum_options[0]?.id,
      })),
    }
    const { data: participants } = await participantsOf(portal, id)
    const numbers: number[] = []
    let turn = 0
    const measured = await flood({
      report: () => isAnswered(send(portal, api.makeShortReport, { trial_id: id }, { type: 'data' })),
      list: () => isAnswered(send(portal, api.listParticipants, { trial_id: id })),
      action: () => {
        const participant_id = participants[turn++ % participants.length]?.id ?? 0
        return isAnswered(send(portal, api.flagParticipant, { trial_id: id, participant_id }, { comment: 'Bench' }))
      },
      randomisation: async () => {
        const answer = await send(portal, api.randomiseParticipant, { trial_id: id }, body)
        if (!answer.ok) return isAnswered(Promise.resolve(answer))
        const { data } = v.parse(randomiseParticipant.response, await answer.json())
        numbers.push(...data.map(({ trial_sequence_no }) => trial_sequence_no))
        return true
      },
    })
    const { total } = await participantsOf(portal, id)
    const doubled = numbers.length - new Set(numbers).size
    return KINDS.map((kind) => {
      const { times, refused, failed } = measured[kind]
      return {
        database: name,
        limit,
        kind,
        'answered (per second)': (times.length / SECONDS).toFixed(0),
        'refused (per second)': (refused / SECONDS).toFixed(0),
        'not connected (per second)': (failed / SECONDS).toFixed(1),
        'p50 (ms)': quantile(times, 0.5).toFixed(0),
        'p95 (ms)': quantile(times, 0.95).toFixed(0),
        'lost or doubled': kind === 'randomisation' ? Math.max(0, PARTICIPANTS + numbers.length - total) + doubled : '',
      }
    })
  } finally {
    await portal.stop()
  }
}

/** The shortest wait that the server names, by kind; null before any. */
const RETRY_AFTER_MS: Record<Kind, number> = { report: 30_000, list: 5_000, action: 2_000, randomisation: 1_000 }

type Measured = { times: number[]; refused: number; failed: number }

const flood = async (kinds: Record<Kind, () => Promise<boolean>>): Promise<Record<Kind, Measured>> => {
  const none = (): Measured => ({ times: [], refused: 0, failed: 0 })
  const measured: Record<Kind, Measured> = { report: none(), list: none(), action: none(), randomisation: none() }
  const end = performance.now() + SECONDS * 1000
  const client = async (kind: Kind) => {
    while (performance.now() < end) {
      const began = performance.now()
      const isServed = await kinds[kind]().catch(ifNotConnected)
      if (isServed) measured[kind].times.push(performance.now() - began)
      else {
        measured[kind][isServed === null ? 'failed' : 'refused'] += 1
        await setTimeout(RETRY_AFTER_MS[kind])
      }
    }
  }
  await Promise.all(KINDS.flatMap((kind) => Array.from({ length: CLIENTS[kind] }, () => client(kind))))
  return measured
}

/** The server has no time even to accept a connection. */
const ifNotConnected = (error: unknown): null => {
  if (error instanceof TypeError) return null
  throw error
}

const send = (
  { url, token }: ServerProcess,
  { method, path }: Endpoint,
  parameters: Record<string, number>,
  body?: object,
): Promise<Response> => {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': randomUUID(),
  }
  const sent =
    body === undefined ? { headers: { Authorization: headers.Authorization } } : { headers, body: JSON.stringify(body) }
  return fetch(`${url}${API_BASE}/${filled(path, parameters)}`, { method, ...sent })
}

/** Whether a request was served. Any other failure than a refusal for overload ends the measurement. */
const isAnswered = async (answering: Promise<Response>): Promise<boolean> => {
  const answer = await answering
  for await (const _ of answer.body ?? []);
  if (!answer.ok && answer.status !== 503) throw new Error(`${answer.url} answered ${answer.status}`)
  return answer.ok
}

const participantsOf = async (portal: ServerProcess, trial_id: number) =>
  v.parse(listParticipants.response, await (await send(portal, api.listParticipants, { trial_id })).json())
