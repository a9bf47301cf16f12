import { api } from '#contract/api'
import { changeTrialStatus } from '#contract/trials'
import { DESIGN_CONFIRMED_MEANING } from '#domain/trials/design-confirmation'
import { STARTED } from '#domain/trials/trial-status'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTrial, grant, type TrialOverrides } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { errorOf } from '../../ground/db/error-of'
import { testPortal, type TestPortal } from '../../../support/portal'
import { saveWith, setTo, shownTo, storedAbout } from '../../../support/save-trial'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* A second person confirms the design before a trial starts, where the trial requires it. */

let world: TestPortal
/** The author of the designs. */
let maker: SignedIn
/** Another administrator of the system. */
let second: SignedIn

beforeAll(async () => {
  world = await testPortal()
  await grant(world, { person: 'coordinator', role: 'System administrator', trial_id: null, site_id: null })
  maker = await signedInAs(world, 'administrator')
  second = await signedInAs(world, 'coordinator')
})
afterAll(() => world.stop())

const checked = async (overrides: TrialOverrides = {}) =>
  (await aTrial(world, { status: 'planning', is_design_checked: true, ...overrides })).trial_id

const confirmationOf = async (trialId: number, who = maker) =>
  valueOf(await ask(who, api.getDesignConfirmation.response, `trials/${trialId}/design-confirmation`))

const confirm = async (trialId: number, who = second, body?: object, headers: Record<string, string> = {}) =>
  ask(
    who,
    api.confirmDesign.response,
    `trials/${trialId}/design-confirmation`,
    posted(body ?? { design_version: (await confirmationOf(trialId)).design_version }, headers),
  )

const start = (trialId: number) =>
  ask(
    maker,
    changeTrialStatus.response,
    `trials/${trialId}/status`,
    posted({ trial_status_id: STARTED, reason: 'Ready' }),
  )

const about = (trialId: number) => storedAbout(world.database.queries, trialId)

describe('start is refused, and nothing changes', () => {
  test('until a person has confirmed the design', async () => {
    const trial_id = await checked()
    const before = await about(trial_id)
    const { status, problem } = await start(trial_id)
    expect([status, problem?.code]).toEqual([409, 'design_not_confirmed'])
    expect(await about(trial_id)).toEqual(before)
    const { data } = valueOf(await ask(maker, api.getReadiness.response, `trials/${trial_id}/readiness`))
    expect(data).toContainEqual(expect.objectContaining({ code: 'design_not_confirmed', severity: 'missing' }))
    valueOf(await confirm(trial_id))
    valueOf(await start(trial_id))
  })

  test.each<[change: string, more: object]>([
    ['a weight', { weight: 2 }],
    ['the name of a study group', { name: 'Amlodipine 5 mg' }],
  ])('again after %s was changed, also when the change was taken back', async (_change, more) => {
    const trial_id = await checked()
    valueOf(await confirm(trial_id))
    const { study_groups } = await shownTo(maker, trial_id)
    const changed = study_groups.map((group, index) => (index === 0 ? { ...group, ...more } : group))
    for (const groups of [changed, study_groups]) {
      valueOf(await saveWith(maker, trial_id, { study_groups: groups }))
      expect((await start(trial_id)).problem?.code).toBe('design_not_confirmed')
    }
  })

  test('after a pause as well as at first', async () => {
    const trial_id = await checked({ is_design_checked: false, status: 'paused' })
    valueOf(await saveWith(maker, trial_id, { is_design_checked: true }))
    expect((await start(trial_id)).problem?.code).toBe('design_not_confirmed')
    valueOf(await confirm(trial_id))
    valueOf(await start(trial_id))
    await setTo(maker, trial_id, 'paused')
    // The design is the confirmed one again.
    valueOf(await start(trial_id))
  })
})

test('a change outside the design leaves a confirmation as it is', async () => {
  const trial_id = await checked()
  valueOf(await confirm(trial_id))
  valueOf(await saveWith(maker, trial_id, { title: 'Renamed', sample_size: 80, org_name: 'Another unit' }))
  expect((await confirmationOf(trial_id)).is_missing).toBe(false)
})

describe('a design is not confirmed', () => {
  test.each<[says: string, overrides: TrialOverrides, who: () => SignedIn, body: object | undefined, told: unknown[]]>([
    ['by who changed it last', {}, () => maker, undefined, [403, 'own_design']],
    ['as it was before', {}, () => second, { design_version: 7 }, [409, 'trial_changed_meanwhile']],
    ['where nobody asks', { is_design_checked: false }, () => second, undefined, [409, 'confirmation_not_awaited']],
    ['without its version', {}, () => second, {}, [422, 'validation_failed']],
  ])('%s', async (_says, overrides, who, body, fields) => {
    const trial_id = await checked(overrides)
    const before = await about(trial_id)
    const { status, problem } = await confirm(trial_id, who(), body)
    expect([status, problem?.code]).toEqual(fields)
    expect(await about(trial_id)).toEqual(before)
  })

  test('by a blinded person, who is not shown who changed it and when', async () => {
    const trial_id = await checked()
    const blinded = { person: 'coordinator', role: 'Trial viewer', trial_id, site_id: null } as const
    await grant(world, { ...blinded, is_blinded_whole: true })
    expect((await confirm(trial_id)).problem?.code).toBe('blinded')
    const hidden = { design_version: null, changed_by: null, changed_at: null }
    expect(await confirmationOf(trial_id, second)).toEqual({ ...(await confirmationOf(trial_id, maker)), ...hidden })
  })

  test('by the person who made it and had another person change something else', async () => {
    const trial_id = await checked()
    valueOf(await saveWith(second, trial_id, { title: 'Renamed' }))
    expect((await confirm(trial_id, maker)).problem?.code).toBe('own_design')
    const { study_groups } = await shownTo(second, trial_id)
    const turned = study_groups.map((group) => ({ ...group, weight: 3, label: `${group.label}!` }))
    valueOf(await saveWith(second, trial_id, { study_groups: turned }))
    expect((await confirm(trial_id, second)).problem?.code).toBe('own_design')
    valueOf(await confirm(trial_id, maker))
  })
})

describe('a confirmation', () => {
  test('is recorded with its person, time, meaning and design, and never changed', async () => {
    const trial_id = await checked()
    const at = world.clock.now()
    const confirmed = { by: { id: world.personId('coordinator'), name: expect.any(String) }, at }
    expect(valueOf(await confirm(trial_id))).toEqual({
      design_version: 1,
      is_missing: false,
      changed_by: { id: world.personId('administrator'), name: expect.any(String) },
      changed_at: at,
      confirmed: { ...confirmed, meaning: DESIGN_CONFIRMED_MEANING },
    })
    const { queries } = world.database
    const rows = queries.selectFrom('design_confirmations').selectAll().where('trial_id', '=', trial_id)
    expect(await rows.execute()).toMatchObject([
      { design_version: 1, design_hash: expect.stringMatching(/^[0-9a-f]{64}$/), confirmed_at: at },
    ])
    const { entries } = await about(trial_id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'design_confirmed',
      user_id: world.personId('coordinator'),
      description: expect.stringContaining(DESIGN_CONFIRMED_MEANING),
      changes: [{ field: 'design_version', old: null, new: 1 }],
    })
    const taken = errorOf(queries.deleteFrom('design_confirmations').execute())
    expect(await taken).toMatchObject({ message: expect.stringMatching(/never changed or deleted/) })
  })

  test('sent again under its key is given once; another one is not needed', async () => {
    const trial_id = await checked()
    const headers = { 'Idempotency-Key': randomUUID() }
    const [one, again] = [
      await confirm(trial_id, second, undefined, headers),
      await confirm(trial_id, second, undefined, headers),
    ]
    expect([one.replayed, again.replayed]).toEqual([false, true])
    expect(valueOf(again)).toEqual(valueOf(one))
    expect((await confirm(trial_id)).problem?.code).toBe('confirmation_not_awaited')
  })
})
