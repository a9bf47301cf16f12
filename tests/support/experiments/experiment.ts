import { API_BASE } from '#contract/api-address'
import * as v from 'valibot'
import type { SampleAccountKey } from '../../../src/server/doors/idp/sample-accounts'
import { aTrial, deliverPacks, grant, type BuiltTrial } from '../a-trial'
import type { TestPortal } from '../portal'
import { signedInAs, type SignedIn } from '../sign-in'
import { chanceOf } from './chance'
import { cluesOf, readAnswer, type Clues, type Seen, type Subject } from './clues'
import { movesIn, type Move } from './moves'
import { activeAt, packsOf, participantsOf } from './truth'

/** All clues of the experimenters in a trial about each pack and participant, with their true groups. */
export type Experiment = {
  subjects: readonly { kind: Subject['kind']; group: string; clues: Clues }[]
  /** The outcome of each call. */
  outcomes: ReadonlySet<string>
}

/** The people who experiment together and share all that they see. */
const PEOPLE = [
  { person: 'coordinator', role: 'Trial administrator' },
  { person: 'pharmacist', role: 'Site user', has_study_packs_access: true },
  { person: 'blinded-nurse', role: 'Site user', has_study_packs_access: true },
  { person: 'monitor', role: 'Trial viewer' },
  // Administers the system, and is blinded in this trial.
  { person: 'administrator', role: 'Trial viewer' },
] as const satisfies readonly { person: SampleAccountKey; role: string; has_study_packs_access?: true }[]

/** Enough packs that a site seldom runs out of one group. */
const PACKS_EACH = 16

/**
 * A trial with packs in which people with this blinding do anything at all, for this many steps. `walk` is the seed of
 * their moves. The subjects leave out those whose group may be known: unblinded participants with their packs, and the
 * packs that remain at a site after the drawn group has run out.
 */
export const experimentIn = async (
  world: TestPortal,
  blinding: { is_blinded_whole: boolean },
  walk: string,
  steps: number,
): Promise<Experiment> => {
  const trial = await aTrial(world, {
    is_participant_id_used: true,
    participant_id_warning_id: 2,
    trial_strata: [{ name: 'Sex', options: ['Female', 'Male'] }],
    packs: PACKS_EACH,
  })
  const { trial_id, sites } = trial
  for (const { role, ...person } of PEOPLE) {
    const site_id = role === 'Site user' ? (sites[0]?.id ?? null) : null
    await grant(world, { ...person, role, trial_id, site_id, ...blinding })
  }
  const random = chanceOf(walk)
  const makeMove = await movesIn(world, trial, random)
  const seen: Seen[] = []
  const disclosed = { study_pack: new Set<number>(), participant: new Set<number>() }
  let deliveries = 0
  for (let step = 0; step < steps; step += 1) {
    world.clock.step(60)
    const move = await makeMove()
    const active = move.site_id === undefined ? [] : await activeAt(world, move.site_id)
    const { person } = PEOPLE[random(PEOPLE.length)] ?? PEOPLE[0]
    const answers = await answersTo(world, await signedInAs(world, move.by ?? person), move)
    seen.push(...answers)
    const outcome = answers[0]?.outcome
    if (outcome?.endsWith('no_study_pack_available')) {
      for (const pack of active) disclosed.study_pack.add(pack)
      // Some walks act on every pack early. Without more packs, later randomisations fail and there is nothing left to
      // guess.
      if (active.length === 0) {
        deliveries += 1
        await deliverPacks(world, trial, { prefix: `D${deliveries}`, packs_each: PACKS_EACH, site_id: move.site_id })
      }
    }
    if (move.call === 'unblindParticipant' && outcome === '200')
      for (const participant of move.named.participant) disclosed.participant.add(participant)
  }
  const subjects = await subjectsOf(world, trial, disclosed)
  const clues = cluesOf(seen, subjects)
  return {
    subjects: subjects.map(({ kind, group }, i) => ({ kind, group, clues: clues[i] ?? new Set() })),
    outcomes: new Set(seen.map(({ call, outcome }) => `${call} ${outcome}`)),
  }
}

type Disclosed = Readonly<Record<Subject['kind'], ReadonlySet<number>>>

const subjectsOf = async (
  world: TestPortal,
  trial: BuiltTrial,
  disclosed: Disclosed,
): Promise<(Subject & { group: string })[]> => {
  const participants = await participantsOf(world, trial)
  const unblinded = participants.filter(({ id }) => disclosed.participant.has(id)).map((one) => one.study_pack_id)
  const packs = await packsOf(world, trial)
  return [
    ...packs
      .filter(({ id }) => !disclosed.study_pack.has(id) && !unblinded.includes(id))
      .map(({ id, name, group }) => ({ kind: 'study_pack' as const, id, name, group })),
    ...participants
      .filter(({ id }) => !disclosed.participant.has(id))
      .map(({ id, name, group }) => ({ kind: 'participant' as const, id, name: name ?? '', group })),
  ]
}

const code = v.object({ code: v.string() })
const prepared = v.object({ token: v.string() })

/** The answer to a move, and the file to which a token in it leads. */
const answersTo = async ({ url }: TestPortal, who: SignedIn, { call, path, init, named }: Move): Promise<Seen[]> => {
  const asSeen = async (response: Response): Promise<Seen> => {
    const bytes = new Uint8Array(await response.arrayBuffer())
    const answer = bytes.length === 0 ? null : readAnswer(response.headers.get('Content-Type') ?? '', bytes)
    const refusal = v.safeParse(code, answer)
    const outcome = `${response.status}${!response.ok && refusal.success ? ` ${refusal.output.code}` : ''}`
    if (response.status >= 500) throw new Error(`${call} ${path}: ${outcome}`)
    return { call, named, outcome, answer }
  }
  const seen = await asSeen(await who.fetch(path, init))
  const token = v.safeParse(prepared, seen.answer)
  if (!token.success) return [seen]
  const [address = ''] = path.split('?')
  const query = new URLSearchParams({ token: token.output.token, format: 'csv' })
  return [seen, await asSeen(await fetch(`${url}${API_BASE}/${address}/download?${query.toString()}`))]
}
