import { api } from '#contract/api'
import { PAUSED } from '#domain/trials/trial-status'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grant } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { drawnAt, everybody, staffedTrial, unblind } from '../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../support/portal'
import type { SignedIn } from '../../../support/sign-in'

/* Reasons that are emailed to everybody in a trial, blinded people included (decision 0036). */

const NAMES_A_GROUP = 'This reason names a study group, and blinded people read it. Please leave the group out.'
const REFUSED = [422, { reason: NAMES_A_GROUP }]
const TAKEN = [200, undefined]
const TELLING = ['Zanamivir is out of stock', 'Kit L was recalled', 'Closing arm B']

let world: TestPortal
let people: Awaited<ReturnType<typeof everybody>>
let trial: Awaited<ReturnType<typeof staffedTrial>>

beforeAll(async () => {
  world = await testPortal()
  people = await everybody(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  trial = await staffedTrial(world, { is_opening_sites: true })
})

const pause = async (who: SignedIn, reason: string) => {
  const body = posted({ trial_status_id: PAUSED, reason })
  const { status, problem } = await ask(who, api.changeTrialStatus.response, `trials/${trial.trial_id}/status`, body)
  return [status, problem?.fields]
}

const open = async (who: SignedIn, reason: string, index = 0) => {
  const path = `trials/${trial.trial_id}/sites/${trial.sites[index]?.id}/open`
  const { status, problem } = await ask(who, api.openSite.response, path, posted({ reason }))
  return [status, problem?.fields]
}

/** A participant at the first site, randomised once it is open. */
const drawn = async () => {
  expect(await open(people.administrator, 'Staff are trained')).toEqual(TAKEN)
  return drawnAt(people.administrator, trial, 0)
}

const blindAdministrator = () =>
  grant(world, {
    person: 'administrator',
    role: 'Trial viewer',
    trial_id: trial.trial_id,
    site_id: null,
    is_blinded_whole: true,
  })

describe('the reason of a change of status', () => {
  test('is refused while it names a group that its writer sees', async () => {
    for (const reason of TELLING) expect(await pause(people.administrator, reason)).toEqual(REFUSED)
    expect(await pause(people.administrator, 'Stock is being recounted')).toEqual(TAKEN)
  })

  test('is refused with a group that its blinded writer was shown', async () => {
    const one = await drawn()
    await blindAdministrator()
    const group = valueOf(await unblind(people.administrator, one)).study_group.name
    expect(await pause(people.administrator, `Too much ${group}`)).toEqual(REFUSED)
  })

  test('is accepted from a blinded writer who was shown no group', async () => {
    await blindAdministrator()
    expect(await pause(people.administrator, TELLING.join(', '))).toEqual(TAKEN)
  })
})

describe('the reason of opening a site', () => {
  test('is refused while it names a group that its writer sees', async () => {
    for (const reason of TELLING) expect(await open(people.administrator, reason)).toEqual(REFUSED)
    expect(await open(people.administrator, 'Staff are trained')).toEqual(TAKEN)
  })

  test('is refused with a group that its blinded writer was shown', async () => {
    const group = valueOf(await unblind(people.coordinator, await drawn())).study_group.name
    expect(await open(people.coordinator, `${group} has arrived`, 1)).toEqual(REFUSED)
  })

  test('is accepted from a blinded writer who was shown no group', async () => {
    expect(await open(people.coordinator, TELLING.join(', '))).toEqual(TAKEN)
  })
})
