import { getParticipant } from '#contract/participants'
import { trialStatusOfKey, type TrialStatusKey } from '#domain/trials/trial-status'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { aTrialForm } from './a-trial-form'
import { ask, valueOf } from './ask'
import { EMPTY, idsOf, NORTH, SOUTH, TRIAL_USER, type Story } from './begin-story'
import { unblind } from './participant-actions'
import { shownTo } from './save-trial'
import { answersOf, bodyFor } from './story-bodies'
import { putOnWaitingList, RANDOMISED_LATER } from './story-waiting'

/** The number of participants before the trial is paused, randomised by four people in turn. */
const PARTICIPANTS = 26

const TURNS = [
  { who: 'nurse', site: NORTH },
  { who: 'blinded-nurse', site: NORTH },
  { who: 'administrator', site: SOUTH },
  { who: 'unblinder', site: SOUTH },
] as const

/** Starts the trial and randomises participants. */
export const recruited = async (story: Story) => {
  const { does, id } = story
  await does('administrator', `trials/${id}/start-nonce`, { nonce_hex: '00112233445566778899aabbccddeeff' })
  await setTo(story, 'started')
  for (let index = 0; index < PARTICIPANTS; index += 1) {
    const { who, site } = TURNS[index % TURNS.length] ?? TURNS[0]
    const once = { headers: { 'Idempotency-Key': `${who}-${index}` } }
    await does(who, `trials/${id}/participants`, bodyFor(story, index, site), once)
    // The answer was lost, so the request is repeated.
    if (index < TURNS.length) await does(who, `trials/${id}/participants`, bodyFor(story, index, site), once)
  }
}

/**
 * The acts on participants. The nurse writes the group that she sees. One participant is unblinded, and only the person
 * who asked learns the group.
 */
export const actedUpon = async (story: Story) => {
  const { people, does, id, trial } = story
  const pid = await idsOf(story)
  const of = (number: number, action: string) => `trials/${id}/participants/${pid(number)}/${action}`
  const first = `trials/${id}/participants/${pid(1)}`
  const { study_group } = valueOf(await ask(people.nurse, getParticipant.response, first))
  const word = study_group.name
  await does('monitor', of(1, 'flag'), { comment: 'Seen' })
  await does('nurse', of(2, 'flag'), { comment: 'Seen', performed_at: '2026-11-21T05:00:00.000Z' })
  await does('coordinator', of(3, 'flag'), { comment: 'Withdrew' })
  await does('coordinator', of(3, 'flag'), { comment: 'Came back', flag_status: 'Unflagged' })
  valueOf(await unblind(people.unblinder, { trial_id: id, id: pid(4) }))
  await does('nurse', of(1, 'inadvertent-unblinding'), { comment: `Her husband said ${word}` })
  await does('blinded-nurse', of(2, 'inadvertent-unblinding'), { comment: 'The box lay open' })
  const ofGroup = { kind: 'other', comment: `Not for ${word}`, as_used: word, corrected: `Not ${word}` }
  await does('nurse', of(5, 'errors'), ofGroup)
  await does('blinded-nurse', of(6, 'errors'), { kind: 'ineligible', comment: 'Too young' })
  const sides = { as_used: answersOf(trial, 0), corrected: answersOf(trial, 1) }
  await does('coordinator', of(7, 'errors'), { kind: 'wrong_stratum', comment: 'Misread', ...sides })
}

/** Requests that are refused, for each of them. */
export const refused = async (story: Story) => {
  const { world, send, id } = story
  const pid = await idsOf(story)
  for (const { key } of SAMPLE_ACCOUNTS) {
    const own = world.personId(key)
    for (const site of [NORTH, SOUTH, EMPTY]) await send(key, `trials/${id}/participants`, bodyFor(story, 1, site))
    const newcomer = bodyFor(story, 900, EMPTY)
    await send(key, `trials/${id}/participants`, newcomer)
    await send(key, `trials/${id}/participants`, { ...newcomer, participant_strata: [] })
    await send(key, `trials/${id}/participants`, { ...newcomer, site_id: 999 })
    await send(key, `trials/${id}/waiting-list`, newcomer)
    await send(key, `trials/${id}/waiting-list/1/remove`, { reason: 'Moved away' })
    await send(key, `trials/${id}/participants/outcome`, { idempotency_key: `lost-${key}` })
    await send(key, `trials/${id}/participants/outcome`, { idempotency_key: `${key}-1` })
    await send(key, `trials/${id}/participants/${pid(1)}/flag`, { comment: '' })
    await send(key, `trials/${id}/participants/${pid(1)}/flag`, { comment: 'Seen', flag_status: 'Flagged' })
    if (!MAY_UNBLIND.includes(key))
      await send(key, `trials/${id}/participants/${pid(2)}/unblind`, { comment: 'Why not' })
    await send(key, `trials/${id}/participants/${pid(2)}/inadvertent-unblinding`, { comment: '' })
    await send(key, `trials/${id}/participants/${pid(2)}/errors`, {
      kind: 'wrong_stratum',
      comment: 'Misread',
      as_used: 'A',
    })
    await send(key, `trials/${id}/status`, { trial_status_id: 1, reason: 'Back' })
    await send(key, `trials/${id}/start-nonce`, { nonce_hex: 'ff'.repeat(16) })
    await send(key, `trials/${id}/reveal`, { reason: 'To see' })
    await send(key, `trials/${id}`, aTrialForm(), { method: 'PUT' })
    await send(key, `trials/${id}/messages/1/resend`, {})
    await send(key, `users/${own}/permissions`, { role_id: TRIAL_USER, trial_id: id, is_blinded_whole: false })
    const unblinded = { role_id: TRIAL_USER, trial_id: id, is_blinded_whole: false, is_blinded_partial: false }
    await send(key, `users/${world.personId('nurse')}/permissions`, unblinded)
    await send(key, 'simulations/1', undefined, { method: 'DELETE' })
    const tests = `trials/${id}/randomisation-tests`
    await send(key, tests, { replicates: 1000, seed: 1 })
    const outcomes = [1, 2].map((participant) => ({ participant: `#${participant}`, outcome: participant }))
    await send(key, `${tests}/1/comparison`, { compared: 'means', study_group_ids: [1, 2], outcomes })
    await send(key, `${tests}/1`, undefined, { method: 'DELETE' })
    const packs = `trials/${id}/study-packs`
    const pack = { pack_id: 'K-1', study_group: 'Zanamivir', site: 'North' }
    await send(key, `${packs}/import`, { batch_id: 'B9', study_packs: [pack] })
    const study_groups = [1, 2].map((group) => ({ id: group, count: 4 }))
    await send(key, `${packs}/generate`, { batch_id: 'B9', prefix: 'K', study_groups })
    await send(key, `${packs}/labels`, { study_pack_ids: [999_999], sheet: 'a4-24' })
  }
}

/** The people who may unblind and are shown the group. */
const MAY_UNBLIND: readonly SampleAccountKey[] = ['administrator', 'coordinator', 'unblinder']

/** Settings are tried and saved, and the trial continues to its end. */
export const pausedAndEnded = async (story: Story) => {
  const { people, send, does, id } = story
  await setTo(story, 'paused')
  await send('blinded-nurse', `trials/${id}/participants`, bodyFor(story, 901, NORTH))
  await putOnWaitingList(story)
  // Without the version, each save is judged alone, whatever was saved before it.
  const shown = { ...(await shownTo(people.administrator, id)), setup_version: undefined }
  for (const change of [
    { study_groups: [{ name: 'Zanamivir' }, { name: 'Oseltamivir' }] },
    { study_groups: shown.study_groups.map(({ name }) => ({ name: `${name}?` })) },
    { block_size_min: 2, block_size_max: 6 },
    { randomisation_method_id: 4 },
    { trial_strata: [] },
    { is_blinded_investigators: true, is_blinded_users: true },
  ]) {
    await send('administrator', `trials/${id}`, { ...shown, ...change }, { method: 'PUT' })
  }
  await does('administrator', `trials/${id}`, { ...shown, title: 'A trial of two kits, renamed' }, { method: 'PUT' })
  await setTo(story, 'started')
  for (const number of [26, RANDOMISED_LATER, 28, 29]) {
    const { who, site } = TURNS[number % TURNS.length] ?? TURNS[0]
    await does(who, `trials/${id}/participants`, bodyFor(story, number, site))
  }
  await does('coordinator', `trials/${id}/messages/1/resend`, {})
  await setTo(story, 'finished')
  await send('administrator', `trials/${id}/reveal`, { reason: 'To see' })
}

const setTo = async ({ does, id }: Story, key: TrialStatusKey) =>
  does('administrator', `trials/${id}/status`, { trial_status_id: trialStatusOfKey(key)?.id, reason: 'As planned' })
