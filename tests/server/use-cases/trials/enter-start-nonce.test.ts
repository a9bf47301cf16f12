import { enterStartNonce, getLedger, revealSeed } from '#contract/ledger'
import { changeTrialStatus, getTrial } from '#contract/trials'
import { trialStatusOfKey, type TrialStatusKey } from '#domain/trials/trial-status'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTrial } from '../../../../src/server/ground/db/trials'
import { aTrial, grant, type BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'
import { verdictOn } from '../../../verifier/run-verifier'

const NONCE = '00112233445566778899aabbccddeeff'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

const enter = (trialId: number, body: unknown, who = administrator, headers: Record<string, string> = {}) =>
  ask(who, enterStartNonce.response, `trials/${trialId}/start-nonce`, posted(body, headers))

const set = async (trialId: number, key: TrialStatusKey) => {
  const body = { trial_status_id: trialStatusOfKey(key)?.id, reason: 'For a test' }
  valueOf(await ask(administrator, changeTrialStatus.response, `trials/${trialId}/status`, posted(body)))
}

const stored = async (trialId: number) => {
  const trial = await findTrial(world.database.queries, trialId)
  if (!trial) throw new Error('no trial')
  const entries = await world.database.queries
    .selectFrom('audit_log')
    .select(['kind', 'user_id', 'role', 'reason', 'changes', 'description'])
    .where('trial_id', '=', trialId)
    .orderBy('position')
    .execute()
  return { nonce_hex: trial.nonce_hex, setup_version: trial.setup_version, entries }
}

describe('a start nonce that is not accepted changes nothing', () => {
  test.each(['pending', 'started', 'paused', 'rejected', 'finished', 'terminated'] as const)(
    'in a trial that is %s',
    async (status) => {
      const { trial_id } = await aTrial(world, { status })
      const before = await stored(trial_id)
      const { status: answered, problem } = await enter(trial_id, { nonce_hex: NONCE })
      expect([answered, problem?.code]).toEqual([409, 'nonce_not_accepted'])
      expect(await stored(trial_id)).toEqual(before)
    },
  )

  test('a second time', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    valueOf(await enter(trial_id, { nonce_hex: NONCE }))
    const before = await stored(trial_id)
    for (const nonce_hex of [NONCE, 'ff'.repeat(8)])
      expect((await enter(trial_id, { nonce_hex })).problem?.code).toBe('nonce_not_accepted')
    expect(await stored(trial_id)).toEqual(before)
  })

  test.each<[string, object]>([
    ['none', {}],
    ['null', { nonce_hex: null }],
    ['a number', { nonce_hex: 1234567890123456 }],
    ['empty', { nonce_hex: '' }],
    ['too short', { nonce_hex: '00112233445566' }],
    ['too long', { nonce_hex: '00'.repeat(65) }],
    ['of an odd number of digits', { nonce_hex: `${NONCE}0` }],
    ['with other letters', { nonce_hex: `${NONCE}xy` }],
    ['with blanks', { nonce_hex: ` ${NONCE} ` }],
  ])('%s', async (_says, body) => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const before = await stored(trial_id)
    const { status, problem } = await enter(trial_id, body)
    expect([status, problem?.fields]).toEqual([422, { nonce_hex: 'Must be 16 to 128 hexadecimal digits, in pairs' }])
    expect(await stored(trial_id)).toEqual(before)
  })

  test('by a person who may see the trial but not change it, and by one who may not know of it', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    await grant(world, { person: 'monitor', role: 'Trial viewer', trial_id, site_id: null })
    const before = await stored(trial_id)
    const codes = []
    for (const key of ['coordinator', 'monitor', 'nurse'] as const)
      codes.push((await enter(trial_id, { nonce_hex: NONCE }, await signedInAs(world, key))).problem?.code)
    expect(codes).toEqual(['forbidden', 'forbidden', 'not_found'])
    expect(await stored(trial_id)).toEqual(before)
  })
})

describe('a start nonce', () => {
  test('is recorded in lower case, and shown only to people who may see the ledger', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const before = await stored(trial_id)
    const entered = valueOf(await enter(trial_id, { nonce_hex: NONCE.toUpperCase() }))
    expect(entered).toMatchObject({ id: trial_id, nonce_hex: NONCE })
    const shown = async (who: SignedIn) => valueOf(await ask(who, getTrial.response, `trials/${trial_id}`))
    expect(await shown(administrator)).toEqual(entered)
    await grant(world, { person: 'coordinator', role: 'Trial administrator', trial_id, site_id: null })
    expect(await shown(await signedInAs(world, 'coordinator'))).not.toHaveProperty('nonce_hex')
    const after = await stored(trial_id)
    expect(after.nonce_hex).toBe(NONCE)
    expect(after.setup_version).toBeGreaterThan(before.setup_version)
    expect(after.entries.slice(before.entries.length)).toEqual([
      {
        kind: 'start_nonce_entered',
        user_id: world.personId('administrator'),
        role: 'System administrator',
        reason: null,
        changes: [],
        description: `Start nonce entered in trial ${trial_id}`,
      },
    ])
  })

  test('is not shown to a blinded level 4 user, who may still enter it', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    await grant(world, {
      person: 'administrator',
      role: 'Trial viewer',
      trial_id,
      site_id: null,
      is_blinded_whole: true,
    })
    expect(valueOf(await enter(trial_id, { nonce_hex: NONCE }))).not.toHaveProperty('nonce_hex')
    expect((await stored(trial_id)).nonce_hex).toBe(NONCE)
  })

  test('sent again under its key is entered once', async () => {
    const { trial_id } = await aTrial(world, { status: 'planning' })
    const headers = { 'Idempotency-Key': randomUUID() }
    const [one, again] = [
      await enter(trial_id, { nonce_hex: NONCE }, administrator, headers),
      await enter(trial_id, { nonce_hex: NONCE }, administrator, headers),
    ]
    expect([one.replayed, again.replayed]).toEqual([false, true])
    expect(again.value).toEqual(one.value)
    expect((await stored(trial_id)).entries.filter(({ kind }) => kind === 'start_nonce_entered')).toHaveLength(1)
  })

  /** Draws 24 participants in a started trial. Returns their groups, in order. */
  const drawn = async (portal: TestPortal, trial: BuiltTrial): Promise<string> => {
    const who = await signedInAs(portal, 'administrator')
    let groups = ''
    for (let n = 0; n < 24; n += 1) {
      const { participants } = await randomise(who, trial.trial_id, { site_id: trial.sites[0]?.id })
      groups += participants[0]?.study_group.name.charAt(0) ?? '?'
    }
    return groups
  }

  test('changes the draws from the same seed', async () => {
    const groups = []
    for (const nonce of [null, NONCE]) {
      const portal = await testPortal({ seed: 'the same seed' })
      const who = await signedInAs(portal, 'administrator')
      const trial = await aTrial(portal, { status: 'planning' })
      const send = (path: string, body: object) => who.fetch(`trials/${trial.trial_id}/${path}`, posted(body))
      if (nonce !== null) await send('start-nonce', { nonce_hex: nonce })
      await send('status', { trial_status_id: 3, reason: 'Ready' })
      groups.push(await drawn(portal, trial))
      await portal.stop()
    }
    expect(groups[0]).toMatch(/^[AI]{24}$/)
    expect(groups[1]).not.toBe(groups[0])
  })

  test('reaches a process that has cached the trial without it', async () => {
    const second = await testPortal({ beside: world })
    const trial = await aTrial(world, { status: 'planning' })
    const elsewhere = await signedInAs(second, 'administrator')
    const early = await randomise(elsewhere, trial.trial_id, { site_id: trial.sites[0]?.id })
    expect(early.problem?.code).toBe('trial_not_started')
    valueOf(await enter(trial.trial_id, { nonce_hex: NONCE }))
    await set(trial.trial_id, 'started')
    await drawn(second, trial)
    await drawn(world, trial)
    await set(trial.trial_id, 'finished')
    const path = `trials/${trial.trial_id}`
    const opened = await ask(administrator, revealSeed.response, `${path}/reveal`, posted({ reason: 'It is over' }))
    expect(valueOf(opened).nonce_hex).toBe(NONCE)
    const ledger = valueOf(await ask(administrator, getLedger.response, `${path}/ledger`))
    expect(verdictOn(ledger)).toMatchObject({ code: 0 })
    expect(verdictOn({ ...ledger, nonce_hex: null }).wrong).toMatch(/^the nonce/)
    await second.stop()
  })
})
