import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { aTrial, grant, type BuiltTrial } from '../../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { change, end, everything, give, giveMany, permissionsOf, listed, roleId, saidOf } from './permission-calls'

/* People cannot widen their own sight: each attempt is refused and changes nothing. */

let world: TestPortal
let trial: BuiltTrial
let other: BuiltTrial
const people = new Map<SampleAccountKey, SignedIn>()
const KEYS = ['administrator', 'coordinator', 'nurse', 'pharmacist', 'monitor', 'blinded-nurse', 'unblinder'] as const

beforeAll(async () => {
  world = await testPortal()
  trial = await aTrial(world, { title: 'Their trial' })
  other = await aTrial(world, { title: 'Another trial' })
  const inTrial = { trial_id: trial.trial_id, site_id: null }
  const atSite = { trial_id: trial.trial_id, site_id: siteId() }
  await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrial, is_blinded_partial: true })
  await grant(world, { person: 'nurse', role: 'Site user', ...atSite })
  await grant(world, { person: 'pharmacist', role: 'Trial user', ...inTrial, has_study_packs_access: true })
  await grant(world, { person: 'monitor', role: 'Trial viewer', ...inTrial })
  await grant(world, { person: 'blinded-nurse', role: 'Site user', ...atSite, is_blinded_whole: true })
  await grant(world, { person: 'unblinder', role: 'Site viewer', trial_id: other.trial_id, site_id: siteId(other) })
  for (const key of KEYS) people.set(key, await signedInAs(world, key))
})
afterAll(() => world.stop())

const as = (key: SampleAccountKey): SignedIn => {
  const person = people.get(key)
  if (!person) throw new Error(`${key} is not signed in`)
  return person
}
const idOf = (key: SampleAccountKey) => world.personId(key)
const siteId = (built = trial) => built.sites[0]?.id ?? 0
const permissionOf = async (key: SampleAccountKey) => {
  const [permission] = await permissionsOf(world, idOf(key))
  return permission?.id ?? 0
}

const inTrial = (title: Parameters<typeof roleId>[0], more: object = {}) => ({
  role_id: roleId(title),
  trial_id: trial.trial_id,
  ...more,
})
const whole = { is_blinded_whole: true }
const partial = { is_blinded_partial: true }
const forced = { force_update: true }

let before: Awaited<ReturnType<typeof everything>>
beforeEach(async () => {
  before = await everything(world)
})
const UNCHANGED = 'nothing changed'
/** The answer, and whether everything is as it was. */
const left = async (said: readonly unknown[]) => [
  ...said,
  isDeepStrictEqual(await everything(world), before) ? UNCHANGED : 'something changed',
]

const OWN = [403, 'own_permission', UNCHANGED]
const FORBIDDEN = [403, 'forbidden', UNCHANGED]
const BLINDED = [403, 'blinded', UNCHANGED]
const UNKNOWN = [404, 'not_found', UNCHANGED]
const INVALID = [422, 'validation_failed', UNCHANGED]

describe('nobody writes their own permission', () => {
  const writers = ['administrator', 'coordinator'] as const

  test.each(writers)('%s grants themselves one', async (key) => {
    const mine = { user_id: idOf(key), ...inTrial('Trial viewer', partial) }
    expect(await left(saidOf(await give(as(key), idOf(key), inTrial('Trial viewer', partial))))).toEqual(OWN)
    expect(
      await left(saidOf(await give(as(key), idOf(key), inTrial('Trial user', { ...partial, ...forced })))),
    ).toEqual(OWN)
    const many = await giveMany(as(key), [mine])
    expect(await left(saidOf(many))).toEqual(INVALID)
    expect(many.problem?.rows).toEqual([
      { row: 1, column: 'user_id', message: 'You cannot add, change or delete your own permissions' },
    ])
  })

  test('an administrator grants themselves the system once more', async () => {
    const again = { role_id: roleId('System administrator') }
    expect(await left(saidOf(await give(as('administrator'), idOf('administrator'), again)))).toEqual(OWN)
  })

  test('a coordinator unblinds themselves: by a change, by force_update, by ending it', async () => {
    const [me, mine] = [idOf('coordinator'), await permissionOf('coordinator')]
    const bare = { is_blinded_partial: false, is_blinded_whole: false }
    expect(await left(saidOf(await change(as('coordinator'), me, mine, bare)))).toEqual(OWN)
    expect(await left(saidOf(await change(as('coordinator'), me, mine, { ...bare, ...forced })))).toEqual(OWN)
    const { status, code } = await end(as('coordinator'), me, mine)
    expect(await left([status, code])).toEqual(OWN)
  })

  test.each(['nurse', 'pharmacist', 'monitor', 'blinded-nurse'] as const)('%s, who manages nobody', async (key) => {
    const [me, mine] = [idOf(key), await permissionOf(key)]
    expect(await left(saidOf(await give(as(key), me, inTrial('Trial administrator'))))).toEqual(FORBIDDEN)
    expect(await left(saidOf(await change(as(key), me, mine, { role_id: roleId('Trial administrator') })))).toEqual(
      FORBIDDEN,
    )
    expect(await left(saidOf(await giveMany(as(key), [{ user_id: me, ...inTrial('Trial administrator') }])))).toEqual(
      FORBIDDEN,
    )
    const { status, code } = await end(as(key), me, mine)
    expect(await left([status, code])).toEqual(FORBIDDEN)
  })

  test('through another user’s address with the id of their own permission', async () => {
    const [nurse, mine] = [idOf('nurse'), await permissionOf('coordinator')]
    expect(await left(saidOf(await change(as('coordinator'), nurse, mine, { is_blinded_partial: false })))).toEqual(
      UNKNOWN,
    )
    const { status, code } = await end(as('coordinator'), nurse, mine)
    expect(await left([status, code])).toEqual(UNKNOWN)
  })

  test('nor does a field of the body name another owner', async () => {
    const [nurse, hers] = [idOf('nurse'), await permissionOf('nurse')]
    const toMe = { user_id: idOf('coordinator'), role_id: roleId('Site user'), ...partial }
    const changed = await change(as('coordinator'), nurse, hers, toMe)
    expect([changed.status, changed.value?.user_id]).toEqual([200, nurse])
    expect((await permissionsOf(world, idOf('coordinator'))).length).toBe(1)
    await change(as('administrator'), nurse, hers, { is_blinded_partial: false })
  })
})

describe('nobody grants beyond their level', () => {
  test.each(['nurse', 'pharmacist', 'monitor', 'blinded-nurse'] as const)('%s grants anything', async (key) => {
    for (const body of [inTrial('Trial viewer', whole), inTrial('Site viewer', { site_id: siteId(), ...whole })]) {
      expect(await left(saidOf(await give(as(key), idOf('unblinder'), body)))).toEqual(FORBIDDEN)
      expect(await left(saidOf(await giveMany(as(key), [{ user_id: idOf('unblinder'), ...body }])))).toEqual(FORBIDDEN)
    }
  })

  test.each([
    ['without a trial', false, FORBIDDEN],
    ['in their trial', true, INVALID],
  ])('a coordinator makes a person an administrator of the system, %s', async (_says, isInTrial, said) => {
    const trial_id = isInTrial ? trial.trial_id : null
    const body = { role_id: roleId('System administrator'), trial_id, ...whole }
    expect(await left(saidOf(await give(as('coordinator'), idOf('nurse'), body)))).toEqual(said)
    expect(await left(saidOf(await giveMany(as('coordinator'), [{ user_id: idOf('nurse'), ...body }])))).toEqual(said)
  })

  test('a coordinator turns a permission of their trial into one of the system', async () => {
    const [monitor, theirs] = [idOf('monitor'), await permissionOf('monitor')]
    const raised = { role_id: roleId('System administrator'), ...whole }
    for (const body of [raised, { ...raised, trial_id: null }, { ...raised, trial_id: trial.trial_id }]) {
      expect(await left(saidOf(await change(as('coordinator'), monitor, theirs, body)))).toEqual(INVALID)
    }
  })

  test('a coordinator changes, ends or sees an administrator’s permission in the system', async () => {
    const [administrator, theirs] = [idOf('administrator'), await permissionOf('administrator')]
    expect(await left(saidOf(await change(as('coordinator'), administrator, theirs, whole)))).toEqual(UNKNOWN)
    const { status, code } = await end(as('coordinator'), administrator, theirs)
    expect(await left([status, code])).toEqual(UNKNOWN)
    expect((await listed(as('coordinator'), administrator)).value?.data).toEqual([])
  })
})

describe('nobody grants beyond their trial', () => {
  test('a coordinator grants a permission in a hidden or missing trial', async () => {
    for (const trial_id of [other.trial_id, 999_999]) {
      const body = { role_id: roleId('Trial viewer'), trial_id, ...whole }
      expect(await left(saidOf(await give(as('coordinator'), idOf('nurse'), body)))).toEqual(UNKNOWN)
      const many = [
        { user_id: idOf('nurse'), ...inTrial('Trial user', whole) },
        { user_id: idOf('nurse'), ...body },
      ]
      expect(await left(saidOf(await giveMany(as('coordinator'), many)))).toEqual(UNKNOWN)
    }
  })

  test('changes or ends a permission there', async () => {
    const [unblinder, theirs] = [idOf('unblinder'), await permissionOf('unblinder')]
    expect(await left(saidOf(await change(as('coordinator'), unblinder, theirs, whole)))).toEqual(UNKNOWN)
    const { status, code } = await end(as('coordinator'), unblinder, theirs)
    expect(await left([status, code])).toEqual(UNKNOWN)
  })

  test('moves one of theirs there, or one of there to theirs', async () => {
    const [monitor, theirs] = [idOf('monitor'), await permissionOf('monitor')]
    const moved = { trial_id: other.trial_id, ...partial }
    expect(await left(saidOf(await change(as('coordinator'), monitor, theirs, moved)))).toEqual(INVALID)
    const there = await permissionOf('unblinder')
    const here = { ...inTrial('Trial administrator'), ...partial }
    expect(await left(saidOf(await change(as('coordinator'), idOf('unblinder'), there, here)))).toEqual(UNKNOWN)
    // Even a person who manages both trials cannot move a permission: each trial has a chain of entries of its own.
    expect(await left(saidOf(await change(as('administrator'), monitor, theirs, moved)))).toEqual(INVALID)
  })

  test('a role of a site without the site, at a site of another trial, or at a missing one', async () => {
    const nurse = idOf('nurse')
    const [theirs] = (await permissionsOf(world, nurse)).map(({ id }) => id)
    for (const [site_id, message] of [
      [null, 'Site is required'],
      [siteId(other), 'This site is not part of the trial'],
      [999_999, 'This site is not part of the trial'],
    ] as const) {
      const granted = await give(as('coordinator'), idOf('unblinder'), inTrial('Site user', { site_id, ...partial }))
      expect(await left(saidOf(granted))).toEqual(INVALID)
      expect(granted.problem?.fields).toEqual({ site_id: message })
      const changed = await change(as('coordinator'), nurse, theirs ?? 0, { site_id, ...partial })
      expect(await left(saidOf(changed))).toEqual(INVALID)
      expect(changed.problem?.fields).toEqual({ site_id: message })
    }
    const without = await give(as('coordinator'), idOf('unblinder'), inTrial('Site user', partial))
    expect(await left(saidOf(without))).toEqual(INVALID)
  })
})

describe('nobody stores less blinding than their own', () => {
  const none = { is_blinded_partial: false, is_blinded_whole: false }

  test.each([
    ['said so', none],
    ['left open', {}],
    ['by force', { ...none, ...forced }],
  ])('a new permission, %s', async (_says, blinding) => {
    const body = inTrial('Trial viewer', blinding)
    expect(await left(saidOf(await give(as('coordinator'), idOf('unblinder'), body)))).toEqual(BLINDED)
    const many = await giveMany(as('coordinator'), [{ user_id: idOf('unblinder'), ...body }])
    expect(await left(saidOf(many))).toEqual(INVALID)
    expect(many.problem?.rows).toMatchObject([{ row: 1, column: 'is_blinded_whole' }])
  })

  test('an existing one: unblinding the person, or leaving them unblinded', async () => {
    const [blinded, theirs] = [idOf('blinded-nurse'), await permissionOf('blinded-nurse')]
    for (const body of [none, { is_blinded_whole: false }, { is_blinded_partial: false }, { ...none, ...forced }]) {
      expect(await left(saidOf(await change(as('coordinator'), blinded, theirs, body)))).toEqual(BLINDED)
    }
    const monitor = await permissionOf('monitor')
    const role = { role_id: roleId('Trial user') }
    expect(await left(saidOf(await change(as('coordinator'), idOf('monitor'), monitor, role)))).toEqual(BLINDED)
  })

  test('another one beside theirs, by force_update over the existing one', async () => {
    const body = inTrial('Trial viewer', { ...none, ...forced })
    expect(await left(saidOf(await give(as('coordinator'), idOf('blinded-nurse'), body)))).toEqual(BLINDED)
    const many = [{ user_id: idOf('blinded-nurse'), ...body }]
    expect(await left(saidOf(await giveMany(as('coordinator'), many)))).toEqual(INVALID)
  })
})

describe('an administrator of the system who is blinded in a trial', () => {
  beforeAll(async () => {
    await grant(world, { person: 'pharmacist', role: 'System administrator', trial_id: null, site_id: null })
    const blinded = { trial_id: other.trial_id, site_id: null, is_blinded_whole: true }
    await grant(world, { person: 'pharmacist', role: 'Trial viewer', ...blinded })
    await grant(world, { person: 'unblinder', role: 'System administrator', trial_id: null, site_id: null })
    const inOther = { trial_id: other.trial_id, site_id: null, is_blinded_whole: true }
    await grant(world, { person: 'monitor', role: 'Trial viewer', ...inOther })
    await grant(world, { person: 'monitor', role: 'System administrator', trial_id: null, site_id: null })
  })

  test('does not make a second account of theirs an administrator who sees it', async () => {
    for (const blinding of [{}, partial]) {
      const body = { role_id: roleId('System administrator'), ...blinding }
      expect(await left(saidOf(await give(as('pharmacist'), idOf('nurse'), body)))).toEqual(BLINDED)
    }
  })

  test('does not end the blinding of another administrator there, who would see it again', async () => {
    const permissions = await permissionsOf(world, idOf('monitor'))
    const theirs = permissions.find(({ trial_id }) => trial_id === other.trial_id)?.id ?? 0
    const { status, code } = await end(as('pharmacist'), idOf('monitor'), theirs)
    expect(await left([status, code])).toEqual(BLINDED)
  })

  test('does not end their own there', async () => {
    const permissions = await permissionsOf(world, idOf('pharmacist'))
    const mine = permissions.find(({ trial_id }) => trial_id === other.trial_id)?.id ?? 0
    const { status, code } = await end(as('pharmacist'), idOf('pharmacist'), mine)
    expect(await left([status, code])).toEqual(OWN)
  })
})

describe('a protected trial', () => {
  let hidden: BuiltTrial
  let hers: number

  beforeAll(async () => {
    hidden = await aTrial(world, { status: 'planning', is_protected_trial: true })
    const inHidden = { trial_id: hidden.trial_id, site_id: null }
    await grant(world, { person: 'nurse', role: 'Trial administrator', ...inHidden })
    hers = (await permissionsOf(world, idOf('nurse'))).find(({ trial_id }) => trial_id === hidden.trial_id)?.id ?? 0
    await grant(world, { person: 'blinded-nurse', role: 'System administrator', trial_id: null, site_id: null })
  })

  test('is not found by an administrator of the system without a permission in it, who grants nobody any', async () => {
    const outsider = as('blinded-nurse')
    const body = { role_id: roleId('Trial viewer'), trial_id: hidden.trial_id, ...whole }
    for (const key of ['blinded-nurse', 'coordinator'] as const) {
      expect(await left(saidOf(await give(outsider, idOf(key), body)))).toEqual(UNKNOWN)
      expect(await left(saidOf(await giveMany(outsider, [{ user_id: idOf(key), ...body }])))).toEqual(UNKNOWN)
    }
    expect(await left(saidOf(await change(outsider, idOf('nurse'), hers, whole)))).toEqual(UNKNOWN)
    const { status, code } = await end(outsider, idOf('nurse'), hers)
    expect(await left([status, code])).toEqual(UNKNOWN)
    const seen = await listed(outsider, idOf('nurse'))
    expect(seen.value?.data.map(({ trial_id }) => trial_id)).toEqual([trial.trial_id])
  })

  test('is managed by its own level 3', async () => {
    const body = { role_id: roleId('Trial viewer'), trial_id: hidden.trial_id, ...whole }
    const granted = await give(as('nurse'), idOf('coordinator'), body)
    expect(granted.status).toBe(201)
    expect((await end(as('nurse'), idOf('coordinator'), granted.value?.id ?? 0)).status).toBe(204)
  })
})

describe('a removed right', () => {
  test('is not restored by a repeat of an earlier action: not even its answer', async () => {
    const grantBody = {
      person: 'unblinder',
      role: 'Trial administrator',
      trial_id: trial.trial_id,
      site_id: null,
    } as const
    await grant(world, grantBody)
    // Their role in the system would still let them see the answer.
    const [system] = (await permissionsOf(world, idOf('unblinder'))).filter(({ trial_id }) => trial_id === null)
    await end(as('administrator'), idOf('unblinder'), system?.id ?? 0)
    const headers = { 'Idempotency-Key': randomUUID() }
    const many = { 'Idempotency-Key': randomUUID() }
    const body = inTrial('Site viewer', { site_id: siteId() })
    const entries = [{ user_id: idOf('monitor'), ...inTrial('Site user', { site_id: siteId() }) }]
    const first = await give(as('unblinder'), idOf('monitor'), body, headers)
    expect(saidOf(first)).toEqual([201, null])
    expect(saidOf(await giveMany(as('unblinder'), entries, many))).toEqual([201, null])
    const mine =
      (await permissionsOf(world, idOf('unblinder'))).find(({ trial_id }) => trial_id === trial.trial_id)?.id ?? 0
    expect((await end(as('administrator'), idOf('unblinder'), mine)).status).toBe(204)

    const after = await everything(world)
    for (const said of [
      saidOf(await give(as('unblinder'), idOf('monitor'), body, headers)),
      saidOf(await giveMany(as('unblinder'), entries, many)),
      saidOf(await give(as('unblinder'), idOf('pharmacist'), inTrial('Trial viewer'))),
    ])
      expect(said).toEqual([404, 'not_found'])
    expect(await everything(world)).toEqual(after)
  })

  test('is gone in every process with the next request', async () => {
    const second = await testPortal({ beside: world })
    try {
      const inTrialNow = { trial_id: other.trial_id, site_id: null }
      await grant(world, { person: 'coordinator', role: 'Trial administrator', ...inTrialNow })
      const mine =
        (await permissionsOf(world, idOf('coordinator'))).find(({ trial_id }) => trial_id === other.trial_id)?.id ?? 0
      const here = as('coordinator')
      const there = await signedInAs(second, 'coordinator')
      const path = `trials/${other.trial_id}`
      expect([(await here.fetch(path)).status, (await there.fetch(path)).status]).toEqual([200, 200])
      expect((await end(as('administrator'), idOf('coordinator'), mine)).status).toBe(204)
      expect([(await here.fetch(path)).status, (await there.fetch(path)).status]).toEqual([404, 404])
      const body = { role_id: roleId('Trial viewer'), ...inTrialNow }
      expect(saidOf(await give(there, idOf('nurse'), body))).toEqual([404, 'not_found'])
    } finally {
      await second.stop()
    }
  })
})

test('two administrators who end each other at once: one of them stays', async () => {
  const system = { role: 'System administrator', trial_id: null, site_id: null } as const
  const idInSystem = async (key: SampleAccountKey) =>
    (await permissionsOf(world, idOf(key))).find(({ trial_id }) => trial_id === null)?.id ?? 0
  for (const key of ['pharmacist', 'monitor', 'blinded-nurse'] as const) {
    await end(as('administrator'), idOf(key), await idInSystem(key))
  }
  await grant(world, { person: 'coordinator', ...system })
  const [one, two] = [await idInSystem('administrator'), await idInSystem('coordinator')]
  const ended = await Promise.all([
    end(as('administrator'), idOf('coordinator'), two),
    end(as('coordinator'), idOf('administrator'), one),
  ])
  expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  const { permissions } = await everything(world)
  const left = permissions.filter(({ role_id, ended_at }) => role_id === roleId('System administrator') && !ended_at)
  expect(left).toHaveLength(1)
})
