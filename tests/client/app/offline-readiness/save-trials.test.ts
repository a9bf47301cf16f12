// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { SAVING_BUDGET } from '#domain/this-device/offline-readiness'
import { SNAPSHOTS_NAME } from '#offline/answer-through-store'
import type { QueryClient } from '@tanstack/react-query'
import { Dexie } from 'dexie'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aTrial, grant } from '../../../support/a-trial'
import { drawnAt } from '../../../support/participant-actions'
import { dispensingTrial } from '../../../support/dispensing'
import { openFaultProxy, type FaultProxy } from '../../../support/fault-proxy'
import { stoppedClock, testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'
import type { PackTrial } from '../../../support/study-packs'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import { pageAt } from '../../page-at'

/*
 * The answers that a device saves automatically after a sign-in. The real client calls the real server over a network
 * that can be disturbed.
 */

const load = async () => ({
  ...(await import('../../../../src/client/app/offline-readiness/save-trials')),
  ...(await import('../../../../src/client/api/query-client')),
  ...(await import('../../../../src/client/device/call')),
  ...(await import('../../../../src/client/session/this-session')),
  ...(await import('../../../../src/client/api/raised-failure')),
  ...(await import('../../../../src/client/device/offline/device-snapshots')),
  ...(await import('../../../../src/client/device/readiness/trial-readiness')),
})
let portal: TestPortal
let front: FaultProxy
let trial: PackTrial
let app: Awaited<ReturnType<typeof load>>
let requested: string[] = []

beforeAll(async () => {
  portal = await testPortal({ clock: stoppedClock(new Date().toISOString()) })
  trial = await dispensingTrial(portal)
  front = await openFaultProxy()
  front.passTo(portal.url)
  pageAt(`${front.url}/`)
  // Without a worker, the page reads through the store itself.
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const { pathname, search } = new URL(typeof input === 'string' ? input : input.url)
    requested.push(`${pathname.slice('/api/v1/'.length)}${search}`)
    return fetch(input, init)
  })
  app = await load()
  app.followSnapshotOwner(app.session.state)
})
beforeEach(() => {
  requested = []
})
afterEach(async () => {
  await front.heal()
  app.session.end()
  await app.whenOwned()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await front.goDown()
  await portal.stop()
})

const signIn = async (as: SampleAccountKey): Promise<string> => {
  const sub = String(portal.personId(as))
  app.session.start((await signedInAs(portal, as)).token)
  await app.whenOwned()
  return sub
}

/** `later` is in milliseconds from now. */
type Pass = { opened?: readonly number[]; whenFree?: () => Promise<void>; later?: number; client?: QueryClient }

const pass = async (
  sub: string,
  { opened = [], whenFree = async () => {}, later = 0, client = app.createQueryClient(app.call) }: Pass = {},
) => {
  requested = []
  const snapshots = await app.deviceSnapshots()
  const survey = (scopes: readonly string[]) => snapshots.survey(sub, scopes)
  await app.saveTrials({
    client,
    survey,
    whenFree,
    opened,
    now: () => Date.now() + later,
  })
  return requested
}

const stored = async (sub: string) => {
  const { ages } = await (await app.deviceSnapshots()).survey(sub, [])
  return [...ages.keys()].map((scope) => scope.replace('/api/v1/', '')).sort()
}

/** When the oldest of the stored answers was requested, in milliseconds since 1970. */
const oldest = async (sub: string) => {
  const { ages } = await (await app.deviceSnapshots()).survey(sub, [])
  return Math.min(...ages.values())
}

const readiness = async (sub: string, trialId: number) => {
  const overview = await (await app.deviceSnapshots()).survey(sub, app.decidingScopes([trialId]))
  return app.trialReadiness(overview, trialId, () => Date.now())
}

/** The stored answers about a trial, with or without its packs, beside the lists of trials. */
const partsOf = (id: number, hasPacks: boolean) =>
  [
    `auth/me/trial-permission/${id}/sites?`,
    `auth/me/trial-permission/${id}?`,
    `trials/${id}/participants/snapshot?`,
    ...(hasPacks ? [`trials/${id}/study-packs?`] : []),
    `trials/${id}?`,
    'trials?',
    'trials?page_size=1000&status=started&status=paused',
  ].sort()

describe('one pass', () => {
  test.each([
    ['pharmacist', true],
    ['nurse', false],
    ['monitor', false],
    ['unblinder', true],
  ] as const)('saves for the %s what opening the pages saves; packs: %s', async (as, hasPacks) => {
    const sub = await signIn(as)
    await pass(sub)
    await expect.poll(() => stored(sub)).toEqual(partsOf(trial.trial_id, hasPacks))
    expect(await readiness(sub, trial.trial_id)).toMatchObject({ kind: 'ready' })
  })

  test('requests nothing again while everything is fresh, and little once it is half an hour old', async () => {
    const sub = await signIn('pharmacist')
    await pass(sub)
    await expect.poll(() => stored(sub)).toEqual(partsOf(trial.trial_id, true))
    expect(await pass(sub, { later: SAVING_BUDGET.fresh_for_ms / 2 })).toEqual([])

    await drawnAt(trial.people.pharmacist, trial, 0)
    const began = Date.now()
    const refreshed = await pass(sub, { later: SAVING_BUDGET.fresh_for_ms })
    expect(refreshed).toHaveLength(7)
    expect(refreshed).toContainEqual(expect.stringMatching(/participants\/snapshot\?since=/))
    // What is stored later than this test would be there in the next one.
    await expect.poll(() => oldest(sub)).toBeGreaterThanOrEqual(began)
  })

  test('fetches whole, and once, what this page has in memory and the store has lost', async () => {
    const sub = await signIn('pharmacist')
    const client = app.createQueryClient(app.call)
    await pass(sub, { client })
    await expect.poll(() => stored(sub)).toEqual(partsOf(trial.trial_id, true))
    const lost = `trials/${trial.trial_id}/study-packs?`
    const database = await new Dexie(SNAPSHOTS_NAME).open()
    await database
      .table('snapshots')
      .filter(({ scope }: { scope: string }) => scope.endsWith(lost))
      .delete()
    database.close()
    expect(await stored(sub)).not.toContain(lost)

    expect(await pass(sub, { client })).toEqual([`trials/${trial.trial_id}/study-packs`])
    await expect.poll(() => stored(sub)).toEqual(partsOf(trial.trial_id, true))
  })

  test('does not call a trial ready while one part of it is missing', async () => {
    const sub = await signIn('blinded-nurse')
    const lost = front.inflict('question_lost', { method: 'GET', path: /study-packs$/ })
    await expect(pass(sub)).rejects.toThrow('Network error')
    expect(lost.met()).toBe(1)
    await expect.poll(() => stored(sub)).toEqual(partsOf(trial.trial_id, false))
    expect(await readiness(sub, trial.trial_id)).toEqual({ kind: 'missing' })
    // A failed background request must not open a dialog.
    expect(app.raisedFailure.get()).toBeNull()

    lost.lift()
    expect(await pass(sub)).toEqual([`trials/${trial.trial_id}/study-packs`])
    await expect.poll(() => readiness(sub, trial.trial_id)).toMatchObject({ kind: 'ready' })
  })

  test('ends at once when it may not continue, as after a sign-out', async () => {
    const sub = await signIn('pharmacist')
    let steps = 0
    const whenFree = async () => {
      steps += 1
      if (steps > 3) throw new DOMException('Aborted', 'AbortError')
    }
    await expect(pass(sub, { whenFree })).rejects.toThrow('Aborted')
    expect(requested).toHaveLength(3)
  })

  test('stores nothing once its person has signed out, and nothing for the next person', async () => {
    const sub = await signIn('pharmacist')
    const whenFree = async () => {
      if (requested.length === 4) {
        app.session.end()
        await app.whenOwned()
      }
    }
    await expect(pass(sub, { whenFree })).rejects.toThrow('Unknown error occurred')
    const next = await signIn('monitor')
    expect(await stored(sub)).toEqual([])
    expect(await stored(next)).toEqual([])
  })

  test('continues with the other trials where one was withheld meanwhile', async () => {
    const other = await aTrial(portal)
    await grant(portal, { person: 'nurse', role: 'Trial viewer', trial_id: other.trial_id, site_id: null })
    const sub = await signIn('nurse')
    const { queries } = portal.database
    const whenFree = async () => {
      if (requested.at(-1) === `auth/me/trial-permission/${other.trial_id}`)
        await queries
          .updateTable('user_permissions')
          .set({ ended_at: portal.clock.now() })
          .where('trial_id', '=', trial.trial_id)
          .where('user_id', '=', portal.personId('nurse'))
          .execute()
    }
    await pass(sub, { whenFree })
    await expect.poll(() => readiness(sub, other.trial_id)).toMatchObject({ kind: 'ready' })
    expect((await stored(sub)).filter((scope) => scope.startsWith(`trials/${trial.trial_id}`))).toEqual([])
  })
})

test('saves the trials of the person’s sites first, then the one opened last, and no more than the budget', async () => {
  const made = []
  for (let count = 0; count <= SAVING_BUDGET.trials_saved; count += 1) {
    const one = await aTrial(portal)
    await grant(portal, { person: 'unblinder', role: 'Trial viewer', trial_id: one.trial_id, site_id: null })
    made.push(one.trial_id)
  }
  const sub = await signIn('unblinder')
  const opened = made.at(-1) ?? 0
  const saved = (await pass(sub, { opened: [opened] })).flatMap((path) => /^trials\/(\d+)$/.exec(path)?.[1] ?? [])
  expect(saved.map(Number)).toEqual([trial.trial_id, opened, ...made.slice(0, SAVING_BUDGET.trials_saved - 2)])
})
