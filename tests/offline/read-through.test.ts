// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { API_MARK } from '#contract/api-address'
import { storableAnswerAt, type StorableAnswer } from '#offline/storable-answer'
import { createRequestOrder, responseOf, REQUESTED_AT, type LateAnswer } from '#offline/late-answers'
import { AS_OF, readThrough } from '#offline/read-through'
import { openSnapshots, type Snapshots } from '#offline/snapshots'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const NAME = 'snapshots-of-a-test'
const NOON = Date.parse('2026-11-21T12:00:00.000Z')

let snapshots: Snapshots
beforeEach(async () => {
  snapshots = openSnapshots(NAME)
  await snapshots.begin('nurse')
})
afterEach(async () => {
  snapshots.close()
  await Dexie.delete(NAME)
})

const at = (address: string): StorableAnswer => {
  const storable = storableAnswerAt(new URL(address, 'https://portal.example'))
  if (storable === null) throw new Error(`nothing is kept at ${address}`)
  return storable
}

describe('a stored answer', () => {
  it.each([
    ['/api/v1/app-instance', true],
    ['/api/v1/auth/me', true],
    ['/api/v1/auth/me/system-permission', true],
    ['/api/v1/auth/me/trial-permission/3', true],
    ['/api/v1/auth/me/trial-permission/3/sites', true],
    ['/api/v1/timezones', true],
    ['/api/v1/trials?page_size=1000&status=started&status=paused', true],
    ['/api/v1/trials/3', true],
    ['/api/v1/trials/3/study-packs', true],
    ['/api/v1/trials/3/participants/snapshot', true],
    ['/api/v1/trials?q=a%20name', false],
    ['/api/v1/trials/3/study-packs?logs=true', false],
    ['/api/v1/trials/3/study-packs/5', false],
    ['/api/v1/trials/3/participants', false],
    ['/api/v1/trials/3/participants/7', false],
    ['/api/v1/trials/3/statistics', false],
    ['/api/v1/trials/3/ledger', false],
    ['/api/v1/users', false],
    ['/trials/3', false],
  ])('of %s has any fields: %s', (address, isKept) => {
    expect(storableAnswerAt(new URL(address, 'https://portal.example')) !== null).toBe(isKept)
  })

  it('is the same for any order of the fields in an address', () => {
    expect(at('/api/v1/trials?page=1&sort=id').scope).toBe(at('/api/v1/trials?sort=id&page=1').scope)
  })
})

const TRIAL = at('/api/v1/trials/3')

/** A whole answer of the server, with many fields that a tablet may not store. */
const wholeTrial = {
  id: 3,
  title: 'Cedar',
  trial_status_id: 3,
  trial_status: { id: 3, name: 'Started' },
  end_on: '2027-01-01',
  selected_timezone: 'Europe/London',
  is_managing_packs: true,
  is_site_managing_packs: true,
  is_confirmable: true,
  is_dispense_checked: false,
  is_participant_id_used: true,
  contact: '020 7946 0000',
  sites: [{ id: 1, title: 'Ward 9', is_deleted: false, low_pack_level: 4 }],
  study_groups: [{ id: 1, name: 'SECRET-GROUP', weight: 2 }],
  block_size_min: 4,
  trial_strata: [{ id: 1, name: 'SECRET-STRATUM' }],
}

const ours = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { [API_MARK.name]: API_MARK.value } })

type Server = () => Promise<Response>
const answering =
  (body: unknown, status = 200): Server =>
  () =>
    Promise.resolve(ours(body, status))
const dead: Server = () => Promise.reject(new TypeError('Failed to fetch'))
const hotel: Server = () => Promise.resolve(new Response('<html>Welcome to our Wi-Fi</html>'))
const gateway: Server = () => Promise.resolve(new Response('Bad Gateway', { status: 502 }))

const never = () => new Promise<void>(() => {})
const late: LateAnswer[] = []
const storeErrors: unknown[] = []
beforeEach(() => {
  late.splice(0)
  storeErrors.splice(0)
})

let order = createRequestOrder()
beforeEach(() => {
  order = createRequestOrder()
})

/** The test sets the time. Work after the answer is done before the test continues. */
const reading = async (
  ask: Server,
  {
    now = NOON,
    clock = () => now,
    owner = 'nurse',
    wait = never,
    storable = TRIAL,
    whole = (): Promise<Response> => Promise.reject(new Error('was not asked for the whole answer')),
  } = {},
) => {
  const afterwards: Promise<void>[] = []
  const response = await readThrough(
    {
      snapshots,
      owner,
      request: ask,
      requestWhole: whole,
      order,
      now: clock,
      wait,
      onLate: (answer) => late.push(answer),
      onStoreError: (error) => storeErrors.push(error),
      afterwards: (work) => {
        const done = work()
        if (wait === never) afterwards.push(done)
        return done
      },
      meanwhile: (work) => work(),
    },
    storable,
  )
  await Promise.all(afterwards)
  return response
}

describe('a request through the store', () => {
  it('is answered by the server where possible, and the storable fields are stored', async () => {
    const response = await reading(answering(wholeTrial))
    expect([response.headers.get(AS_OF), await response.json()]).toEqual([null, wholeTrial])
    const stored = await snapshots.read('nurse', TRIAL.scope)
    expect(stored).toMatchObject({ as_of: NOON, trial_id: 3, body: { title: 'Cedar', contact: '020 7946 0000' } })
    expect(JSON.stringify(stored)).not.toMatch(/SECRET|block_size|low_pack_level|weight/)
  })

  it.each([
    ['dead', dead],
    ['behind a hotel’s Wi-Fi', hotel],
    ['behind a gateway that finds nobody', gateway],
    ['stopping', answering({}, 503)],
  ])('is answered from the store, with its age, while the server is %s', async (_, server) => {
    await reading(answering(wholeTrial))
    const response = await reading(server, { now: NOON + 60_000 })
    expect(response.headers.get(AS_OF)).toBe('2026-11-21T12:00:00.000Z')
    expect(await response.json()).toMatchObject({ title: 'Cedar' })
  })

  it('fails as without a store where nothing is stored: without an answer, or with a foreign one', async () => {
    await expect(reading(dead)).rejects.toThrow('Failed to fetch')
    expect(await (await reading(hotel)).text()).toContain('Welcome to our Wi-Fi')
  })

  it('is answered by the server alone where the browser stores nothing', async () => {
    snapshots.close()
    expect(await (await reading(answering(wholeTrial))).json()).toEqual(wholeTrial)
    await expect(reading(dead)).rejects.toThrow('Failed to fetch')
    expect(storeErrors).toHaveLength(2)
  })

  it('is answered from the store when the server is slow, and the late answer is reported', async () => {
    await reading(answering(wholeTrial))
    let answerLate: (response: Response) => void = () => {}
    const slow = new Promise<Response>((resolve) => (answerLate = resolve))
    let waits = 0
    const wait = () => (waits++ === 0 ? Promise.resolve() : new Promise<void>(() => {}))
    const response = await reading(() => slow, { wait })
    expect(response.headers.get(AS_OF)).not.toBeNull()
    answerLate(ours({ ...wholeTrial, title: 'Cedar, renamed' }))
    await expect.poll(() => late).toMatchObject([{ owner: 'nurse', scope: TRIAL.scope, status: 200 }])
    await expect.poll(() => snapshots.read('nurse', TRIAL.scope)).toMatchObject({ body: { title: 'Cedar, renamed' } })
    const handedOver = late.map(responseOf)
    expect(handedOver.map(({ headers }) => [headers.get(AS_OF), headers.get(API_MARK.name)])).toEqual([
      [null, API_MARK.value],
    ])
    // The age counts from the request.
    expect(handedOver[0]?.headers.get(REQUESTED_AT)).toBe('2026-11-21T12:00:00.000Z')
    expect(await handedOver[0]?.json()).toMatchObject({ title: 'Cedar, renamed' })
  })

  it('is not answered late by a request older than the newest one, which may know more', async () => {
    await reading(answering(wholeTrial))
    let answerLate: (response: Response) => void = () => {}
    const slow = new Promise<Response>((resolve) => (answerLate = resolve))
    let waits = 0
    const wait = () => (waits++ === 0 ? Promise.resolve() : new Promise<void>(() => {}))
    await reading(() => slow, { wait })
    await reading(answering({ ...wholeTrial, title: 'Asked later' }))
    answerLate(ours({ ...wholeTrial, title: 'Asked before' }))
    await slow
    const next = await reading(answering({ ...wholeTrial, title: 'Asked last' }))
    expect([late, (await next.json()).title]).toEqual([[], 'Asked last'])
  })

  it('does not overwrite the answer to a later request, or a withdrawal, by an older one', async () => {
    const slow = () => {
      let answer: (response: Response) => void = () => {}
      const response = reading(() => new Promise<Response>((resolve) => (answer = resolve)))
      return async (title: string) => {
        answer(ours({ ...wholeTrial, title }))
        await response
      }
    }
    const before = slow()
    const storedBody = async () => (await snapshots.read('nurse', TRIAL.scope))?.body
    await reading(answering({ ...wholeTrial, title: 'Asked later' }))
    const between = slow()
    await before('Asked before')
    expect(await storedBody()).toMatchObject({ title: 'Asked later' })
    await reading(answering({}, 404))
    await between('Asked before the trial was taken away')
    expect(await storedBody()).toBeUndefined()
  })

  it('is forgotten once its answer was used, never came, or was handed over late', async () => {
    await reading(answering(wholeTrial))
    await reading(dead)
    expect(order.pending()).toBe(0)
    let answerLate: (response: Response) => void = () => {}
    const slow = new Promise<Response>((resolve) => (answerLate = resolve))
    let waits = 0
    await reading(() => slow, { wait: () => (waits++ === 0 ? Promise.resolve() : never()) })
    await reading(answering(wholeTrial), { owner: 'pharmacist' })
    // The slow one may still be handed over.
    expect(order.pending()).toBe(1)
    answerLate(ours(wholeTrial))
    await expect.poll(() => late).toHaveLength(1)
    await expect.poll(() => order.pending()).toBe(0)
  })

  it('stores nothing of a trial that was withdrawn meanwhile by another answer', async () => {
    let now = NOON
    let answer: (response: Response) => void = () => {}
    const slow = reading(() => new Promise<Response>((resolve) => (answer = resolve)), { clock: () => now })
    now += 1
    await snapshots.deleteTrial('nurse', 3, now)
    answer(ours(wholeTrial))
    await slow
    expect(await snapshots.read('nurse', TRIAL.scope)).toBeNull()
    await reading(answering(wholeTrial), { now: now + 1 })
    expect(await snapshots.read('nurse', TRIAL.scope)).toMatchObject({ body: { title: 'Cedar' } })
  })

  describe('in the list of trials', () => {
    const LISTS = ['/api/v1/trials?page_size=1000', '/api/v1/trials?order=desc&sort=title'].map(at)
    const row = (id: number, title: string) => ({ ...wholeTrial, id, title })
    const list = { data: [row(3, 'Cedar'), row(4, 'Keel')], page: 1, pages: 1, total: 2, page_size: 20 }
    const readsLists = async (body: unknown, now: number) => {
      for (const storable of LISTS) await reading(answering(body), { now, storable })
    }
    const storedLists = () => Promise.all(LISTS.map(async ({ scope }) => (await snapshots.read('nurse', scope))?.body))
    const withoutCedar = { data: [{ id: 4, title: 'Keel' }], total: 1 }

    it('no page and no order has the name of a withdrawn trial; the others stay', async () => {
      await readsLists(list, NOON)
      await reading(answering({}, 404), { now: NOON + 1 })
      expect(await storedLists()).toMatchObject([withoutCedar, withoutCedar])
      expect(JSON.stringify(await storedLists())).not.toContain('Cedar')
    })

    it('no earlier request stores it again, but a later one does', async () => {
      await snapshots.deleteTrial('nurse', 3, NOON + 1)
      await readsLists(list, NOON)
      expect(await storedLists()).toMatchObject([withoutCedar, withoutCedar])
      await readsLists(list, NOON + 2)
      expect(await storedLists()).toMatchObject([{ total: 2 }, { total: 2 }])
    })

    it('an unreadable one is deleted entirely', async () => {
      const [first] = LISTS
      if (first === undefined) throw new Error('there are lists')
      await snapshots.store('nurse', first, NOON, { rows: ['Cedar, as another version keeps it'] })
      await snapshots.deleteTrial('nurse', 3, NOON + 1)
      expect(await storedLists()).toEqual([undefined, undefined])
    })
  })

  it('has the time of the request, not of the response', async () => {
    const dependencies = { now: NOON }
    await reading(
      () => {
        dependencies.now += 5000
        return Promise.resolve(ours(wholeTrial))
      },
      { clock: () => dependencies.now },
    )
    expect(await snapshots.read('nurse', TRIAL.scope)).toMatchObject({ as_of: NOON })
  })

  it.each([403, 404])('deletes a whole trial when the server answers %i', async (status) => {
    await reading(answering(wholeTrial))
    const response = await reading(answering({}, status))
    expect(response.status).toBe(status)
    expect(await snapshots.read('nurse', TRIAL.scope)).toBeNull()
  })

  it('is never answered from another person’s store, nor stored for anybody but the owner', async () => {
    await reading(answering(wholeTrial))
    await expect(reading(dead, { owner: 'pharmacist' })).rejects.toThrow('Failed to fetch')
    await reading(answering({ ...wholeTrial, title: 'Late' }), { owner: 'pharmacist' })
    expect(await snapshots.read('nurse', TRIAL.scope)).toMatchObject({ body: { title: 'Cedar' } })
  })
})

describe('an answer that the page has already (304)', () => {
  const tagged = (tag: string, body: unknown) => {
    const response = ours(body)
    response.headers.set('ETag', `"${tag}"`)
    return response
  }
  const gives = (tag: string, body: unknown) => () => Promise.resolve(tagged(tag, body))
  const unchanged = (tag: string) => () =>
    Promise.resolve(new Response(null, { status: 304, headers: { [API_MARK.name]: API_MARK.value, ETag: `"${tag}"` } }))
  const stored = () => snapshots.read('nurse', TRIAL.scope)

  it('makes the stored answer as new as the request, and reaches the page without a body', async () => {
    await reading(gives('v1', wholeTrial))
    const response = await reading(unchanged('v1'), { now: NOON + 60_000 })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(await stored()).toMatchObject({ as_of: NOON + 60_000, version: 'v1', body: { title: 'Cedar' } })
    expect((await reading(dead)).headers.get(AS_OF)).toBe('2026-11-21T12:01:00.000Z')
  })

  it.each([
    ['another answer is stored', () => reading(gives('v1', wholeTrial))],
    ['nothing is stored', () => Promise.resolve()],
  ])('is fetched whole and stored where %s', async (_, begin) => {
    await begin()
    const renamed = { ...wholeTrial, title: 'Cedar, renamed' }
    const response = await reading(unchanged('v2'), { now: NOON + 60_000, whole: gives('v2', renamed) })
    expect(response.status).toBe(304)
    expect(await stored()).toMatchObject({ as_of: NOON + 60_000, version: 'v2', body: { title: 'Cedar, renamed' } })
  })

  it('that comes late is handed over as it was', async () => {
    await reading(gives('v1', wholeTrial))
    let answerLate: (response: Response) => void = () => {}
    const slow = new Promise<Response>((resolve) => (answerLate = resolve))
    let waits = 0
    const shown = await reading(() => slow, { wait: () => (waits++ === 0 ? Promise.resolve() : never()) })
    expect(shown.headers.get(AS_OF)).not.toBeNull()
    answerLate(await unchanged('v1')())
    await expect.poll(() => late).toMatchObject([{ status: 304 }])
    const handedOver = late.map(responseOf)
    expect(handedOver.map(({ status, headers }) => [status, headers.get('ETag')])).toEqual([[304, '"v1"']])
  })

  it('leaves the stored answer as old as it is where the whole one cannot be fetched', async () => {
    await reading(gives('v1', wholeTrial))
    await reading(unchanged('v2'), { now: NOON + 60_000, whole: dead })
    expect(await stored()).toMatchObject({ as_of: NOON, version: 'v1' })
    expect(storeErrors).toEqual([])
  })

  it('does not move on for another person, after a sign-out, or in a trial that was withheld', async () => {
    await reading(gives('v1', wholeTrial))
    await reading(unchanged('v1'), { now: NOON + 1, owner: 'pharmacist' })
    expect(await stored()).toMatchObject({ as_of: NOON })
    let answer: (response: Response) => void = () => {}
    const slow = reading(() => new Promise<Response>((resolve) => (answer = resolve)), { whole: dead })
    await snapshots.deleteTrial('nurse', 3, NOON + 1)
    answer(await unchanged('v1')())
    await slow
    expect(await stored()).toBeNull()
    await snapshots.wipe()
    await reading(unchanged('v1'))
    await snapshots.begin('nurse')
    expect(await stored()).toBeNull()
  })

  it('is not the list that this device stores without a withheld trial', async () => {
    const storable = at('/api/v1/trials?page_size=1000')
    const list = { data: [wholeTrial, { ...wholeTrial, id: 4 }], page: 1, pages: 1, total: 2, page_size: 1000 }
    await reading(gives('list', list), { storable })
    await snapshots.deleteTrial('nurse', 3, NOON + 1)
    await reading(unchanged('list'), { storable, now: NOON + 2, whole: gives('list', list) })
    expect(await snapshots.read('nurse', storable.scope)).toMatchObject({ as_of: NOON + 2, body: { total: 2 } })
  })
})

describe('the end of a session', () => {
  it('leaves nothing, and an answer after it is not stored', async () => {
    await reading(answering(wholeTrial))
    await snapshots.wipe()
    await reading(answering(wholeTrial))
    await snapshots.begin('nurse')
    expect(await snapshots.read('nurse', TRIAL.scope)).toBeNull()
  })

  const INSTANCE = at('/api/v1/app-instance')
  const keepsInstance = (requestedAt: number) =>
    snapshots.store(null, INSTANCE, requestedAt, { service_name: 'Randomisation Service' })

  it("deletes the installation's settings too; a page that is opened afterwards stores them for the next start", async () => {
    await keepsInstance(NOON)
    await snapshots.wipe()
    expect(await snapshots.read(null, INSTANCE.scope)).toBeNull()

    // The page stores it, and finds that no person is signed in, in either order.
    await keepsInstance(NOON)
    await snapshots.wipe()
    await snapshots.begin('nurse')
    expect(await snapshots.read(null, INSTANCE.scope)).toMatchObject({ as_of: NOON })
  })

  it('found by a newly opened page leaves only the answers that this page has requested', async () => {
    await reading(answering(wholeTrial))
    await keepsInstance(NOON)
    await snapshots.wipe(NOON)
    expect(await snapshots.read(null, INSTANCE.scope)).toMatchObject({ as_of: NOON })
    await snapshots.begin('nurse')
    expect(await snapshots.read('nurse', TRIAL.scope)).toBeNull()

    await snapshots.wipe(NOON + 1)
    expect(await snapshots.read(null, INSTANCE.scope)).toBeNull()
  })

  it('that was interrupted leaves nothing for the next person', async () => {
    await reading(answering(wholeTrial))
    await snapshots.begin('pharmacist')
    expect(await snapshots.read('pharmacist', TRIAL.scope)).toBeNull()
  })
})
