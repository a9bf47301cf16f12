import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { isPublic } from '#contract/needs'
import { trialStatusOfKey } from '#domain/trials/trial-status'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { BuiltTrial } from '../a-trial'
import { bystanderIn } from '../access-world'
import type { SampleAccountKey } from '../../../src/server/doors/idp/sample-accounts'
import type { TestPortal } from '../portal'
import { shownTo } from '../save-trial'
import { signedInAs } from '../sign-in'
import { soundBodies } from '../sound-bodies'
import { storedDoneTest } from '../a-randomisation-test'
import { storedSimulation } from '../stored-simulation'
import type { Chance } from './chance'
import type { Seen } from './clues'
import { openWallView } from '../open-wall-view'
import { isPausedNow, packsOf, participantsOf } from './truth'

/** A move of a person: a request, and the records that it names. */
export type Move = {
  call: string
  path: string
  init: RequestInit
  /** The person who makes it; null for any of them. */
  by: SampleAccountKey | null
  named: Seen['named']
  /** The site of a participant who is randomised. */
  site_id: number | undefined
}

/** These would end a person's session or change their address, and so end the experiment. */
const ENDS_IT: readonly string[] = ['logout', 'endOwnSession', 'endOtherSessions', 'updateMe']

/** Every call that signed-in people may make. */
export const CALLS_TO_TRY = Object.entries<Endpoint>(api).filter(
  ([name, call]) => !isPublic(call) && !ENDS_IT.includes(name),
)

/** Repeats of these are for the administrator alone, as others are refused. Everybody makes each call once. */
const OF_ADMINISTRATORS: readonly string[] = ['changeTrialStatus', 'updateTrial', 'openSite']

const weightOf = (name: string, { path, method }: Endpoint): number => {
  if (name === 'randomiseParticipant') return 80
  if (!path.includes('{trial_id}')) return 1
  return path.includes('study-packs') && method !== 'GET' ? 8 : 4
}

const WEIGHTED = CALLS_TO_TRY.flatMap((entry) => Array.from({ length: weightOf(...entry) }, () => entry))

/** Changes to a paused trial that people try. */
const SWITCHED: readonly object[] = [
  {},
  { is_site_managing_packs: false },
  { is_managing_packs: false, is_site_managing_packs: false },
  { least_active_packs: 4 },
  { selected_timezone: 'Pacific/Auckland' },
  { selected_timezone: 'America/Anchorage' },
  { exclude_flagged_participants: true },
  { org_comments: 'Changed' },
]

/** In a paused trial, settings are saved, and it is soon started again. */
const WHILE_PAUSED = CALLS_TO_TRY.filter(([name]) => ['changeTrialStatus', 'updateTrial'].includes(name))

/** The role of a trial viewer by its id. */
const VIEWER = 4

/**
 * The next moves of people: first every call once in random order, then any call, the more revealing ones more often.
 * They use any packs, participants and sites of the trial, and search words that might reveal something.
 */
export const movesIn = async (world: TestPortal, trial: BuiltTrial, random: Chance): Promise<() => Promise<Move>> => {
  const { trial_id, sites, study_groups } = trial
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)]
  const administrator = await signedInAs(world, 'administrator')
  const bystander = await bystanderIn(world, trial_id, VIEWER)
  const settings = await shownTo(administrator, trial_id)
  const bodies = new Map<string, object>(Object.entries(soundBodies({ trial, user_id: bystander.user_id, settings })))
  const simulation_id = await storedSimulation(world, 'coordinator')
  const wall_view_id = await openWallView(world, trial_id)
  const randomisation_test_id = await storedDoneTest(world, trial)
  const words = [...study_groups.flatMap(({ name, label }) => [name, label ?? '']), 'P-1', '7', 'pack', 'group', '2026']
  const untried = [...CALLS_TO_TRY]
  const keys: string[] = []
  // The first save of a paused trial is never refused, so that each walk has one.
  const switches = SWITCHED.slice(0, 1)

  return async () => {
    const isPaused = await isPausedNow(world, trial)
    const isForPause = isPaused && random(2) === 0
    const isFirst = !isForPause && untried.length > 0
    const next = isFirst ? untried.splice(random(untried.length), 1)[0] : pick(isForPause ? WHILE_PAUSED : WEIGHTED)
    if (!next) throw new Error('the contract has no call to try')
    const [name, call] = next
    const packs = (await packsOf(world, trial)).map(({ id }) => id)
    const participants = (await participantsOf(world, trial)).map(({ id }) => id)
    const values = {
      trial_id,
      site_id: pick(sites)?.id ?? 0,
      participant_id: pick(participants) ?? 0,
      study_pack_id: pick(packs) ?? 0,
      simulation_id,
      wall_view_id,
      randomisation_test_id,
      ...bystander,
    }
    const several = severalOf(packs, random)
    const key = randomUUID()
    const isNewcomer = name === 'randomiseParticipant'
    if (isNewcomer) keys.push(key)
    const sound =
      name === 'updateTrial' || name === 'previewTrialSave'
        ? {
            ...(await shownTo(administrator, trial_id)),
            ...((isPaused ? switches.shift() : undefined) ?? pick(SWITCHED)),
          }
        : bodies.get(name)
    const body = withChoices(sound, {
      study_pack_ids: several,
      ...(name === 'changeTrialStatus' && { trial_status_id: trialStatusOfKey(isPaused ? 'started' : 'paused')?.id }),
      to_site_id: pick(sites)?.id,
      idempotency_key: pick(keys) ?? key,
      ...(isNewcomer && { site_id: values.site_id, participant_id: `Newcomer ${keys.length}` }),
    })
    const query = new URLSearchParams(
      Object.entries(call.query)
        .filter(() => random(3) === 0)
        .map(([field, schema]): [string, string] => [field, pick(choicesOf(schema)) ?? pick(words) ?? '']),
    )
    return {
      call: name,
      by: isFirst || OF_ADMINISTRATORS.includes(name) ? 'administrator' : null,
      path: `${call.path.replace(/\{(\w+)\}/g, (_, parameter: string) => String(new Map(Object.entries(values)).get(parameter) ?? 1))}?${query.toString()}`,
      init: {
        method: call.method,
        headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      },
      named: {
        study_pack: call.path.includes('{study_pack_id}')
          ? [values.study_pack_id]
          : body && 'study_pack_ids' in body
            ? several
            : [],
        participant: call.path.includes('{participant_id}') ? [values.participant_id] : [],
      },
      site_id: isNewcomer ? values.site_id : undefined,
    }
  }
}

/** A body with the chosen packs, sites and keys, as far as it has such fields. */
const withChoices = (body: object | undefined, choices: Readonly<Record<string, unknown>>): object | undefined => {
  if (!body) return undefined
  const named = Object.entries(body).map(([field, value]) =>
    field === 'study_pack_id' ? ['study_pack_ids', value] : [field, value],
  )
  return Object.fromEntries(
    named.map(([field, value]: unknown[]) => [
      field,
      typeof field === 'string' && field in choices ? choices[field] : value,
    ]),
  )
}

/** One pack, a few or many of them. */
const severalOf = (packs: readonly number[], random: Chance): number[] => {
  const many = [1, 1, 2, 3, 6, Math.floor(packs.length / 2), packs.length][random(7)] ?? 1
  const rest = [...packs]
  return Array.from({ length: Math.min(many, packs.length) }, () => rest.splice(random(rest.length), 1)[0] ?? 0)
}

const picklist = v.object({ options: v.array(v.string()) })

/** The values of a query's field, where its schema lists them. */
const choicesOf = (schema: unknown): readonly string[] => {
  const listed = v.safeParse(picklist, schema)
  if (listed.success) return listed.output.options
  return typeof schema === 'object' && schema !== null && 'wrapped' in schema ? choicesOf(schema.wrapped) : []
}
