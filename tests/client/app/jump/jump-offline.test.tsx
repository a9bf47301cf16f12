// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { HOME_PAGE_SIZE } from '#contract/trials'
import { storableAnswerAt } from '#offline/storable-answer'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { deviceTraffic } from '../../../../src/client/api/device-traffic'
import { connection } from '../../../../src/client/device/offline/connection'
import { deviceSnapshots } from '../../../../src/client/device/offline/device-snapshots'
import { aShownPack } from '../../a-shown-pack'
import { aShownTrialSummary } from '../../a-shown-trial'
import { NOW } from '../../fixed-clock'
import { answers, delayed, keeps, listOf, loses, ME, openApp, type Reply } from '../../open-app'

/* "Jump to" offline: it finds what this device stores, and never says anything that could mean "not randomised". */

const SUB = String(ME.id)
const AS_OF = '2026-11-21T09:48:00.000Z'
const HERE = 12
/** More trials than a device saves automatically are listed before the stored one. */
const TRIALS = Array.from({ length: HERE }, (_, place) =>
  aShownTrialSummary({ id: place + 1, title: `Trial ${place + 1}: of many` }),
)
const PEOPLE = {
  data: [
    { id: 71, trial_sequence_no: 12, participant_id: 'STA-028', site_id: 11, flag_status: { name: 'Unflagged' } },
    { id: 72, trial_sequence_no: 13, participant_id: null, site_id: 11, flag_status: { name: 'Unflagged' } },
  ],
}
const PACKS = {
  data: [
    {
      batch_id: 'B1',
      study_packs: [
        aShownPack({ id: 90, pack_id: 'A-90', participant: { id: 71, trial_sequence_no: 12 } }),
        aShownPack({ id: 91, pack_id: 'A-91' }),
      ],
    },
  ],
}

const holdsInStore = async (path: string) => {
  const storable = storableAnswerAt(new URL(`/api/v1/${path}`, location.origin))
  if (storable === null) throw new Error(`${path} is not stored`)
  await (await deviceSnapshots()).store(SUB, storable, Date.parse(AS_OF), {})
}

afterEach(async () => (await deviceSnapshots()).wipe())

const isStored = async () => {
  await (await deviceSnapshots()).begin(SUB)
  await holdsInStore(`trials/${HERE}/participants/snapshot`)
  await holdsInStore(`trials/${HERE}/study-packs`)
}

const counted = (endpoint: Endpoint, reply: Reply) => {
  let count = 0
  return {
    reply: {
      endpoint,
      respond: () => {
        count += 1
        return reply.respond()
      },
    },
    times: () => count,
  }
}

const opensJumpOffline = async (...replies: Reply[]) => {
  openApp('/help', [...replies, loses(api.searchEverything)])
  fireEvent.click(await screen.findByRole('button', { name: /^Jump to/ }))
  const field = await screen.findByPlaceholderText<HTMLInputElement>(/^Search participants/)
  // The first requests are answered by now, so that no late answer reports that the server is back.
  await dialog().findByRole('button', { name: 'Outbox' })
  act(() => connection.set({ state: 'offline', since: NOW, doubts: 0 }))
  return (value: string) => fireEvent.change(field, { target: { value } })
}

const STORED = [
  keeps(api.listTrials, { ...listOf(...TRIALS), page_size: HOME_PAGE_SIZE }, AS_OF),
  keeps(api.getParticipantsSnapshot, PEOPLE, AS_OF),
  keeps(api.listStudyPacks, PACKS, AS_OF),
]
const dialog = () => within(screen.getByRole('dialog', { name: 'Jump to' }))
const rows = () =>
  dialog()
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
const finds = (...starts: string[]) =>
  waitFor(() => expect(starts.filter((start) => !rows().some((row) => row.startsWith(start)))).toEqual([]))

test('a participant is found by the number beside the ID, in a trial far down the list, with the packs', async () => {
  await isStored()
  const types = await opensJumpOffline(...STORED)
  types('12')
  await finds('STA-028', 'Pack A-90', 'Trial 12')
  expect(rows().some((row) => row.startsWith('Pack A-91'))).toBe(false)
  expect(dialog().getByText(/The participants of some trials are not saved here/)).toBeDefined()
})

test('a participant and a pack of exactly the ID that is typed come before newer ones that contain it', async () => {
  await isStored()
  const names = ['7', '70', '71', '72', '73', '74']
  const people = names.map((participant_id, place) => ({
    ...PEOPLE.data[0],
    id: 200 + place,
    trial_sequence_no: 300 + place,
    participant_id,
  }))
  const packs = names.toReversed().map((pack_id, place) => aShownPack({ id: 400 + place, pack_id }))
  const types = await opensJumpOffline(
    keeps(api.getParticipantsSnapshot, { data: people }, AS_OF),
    keeps(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: packs }] }, AS_OF),
    ...STORED,
  )
  types('7')
  await finds('7Trial 12', 'Pack 7')
  expect(rows().findIndex((row) => row.startsWith('74'))).toBeGreaterThan(
    rows().findIndex((row) => row.startsWith('7T')),
  )
  expect(rows().find((row) => row.startsWith('Pack '))).toMatch(/^Pack 7(?!\d)/)
})

test('while the store is being read, nothing is said to be missing', async () => {
  await isStored()
  const people = delayed(keeps(api.getParticipantsSnapshot, PEOPLE, AS_OF))
  const types = await opensJumpOffline(people, ...STORED)
  types('ZZZ-1')
  await dialog().findByText('Searching…')
  expect(dialog().queryByText(/Nothing found|No match/)).toBeNull()
  people.letGo()
  expect(await dialog().findByText('No match on this device. Search again when you are online.')).toBeDefined()
})

test('after the clock of the tablet was put back, what is searched is older by as much', async () => {
  await isStored()
  const types = await opensJumpOffline(...STORED)
  const put_back = { at: NOW - 1000, by: 55 * 60_000 }
  const clock = { offset_ms: 0, heard_at: NOW - 1000, steady: performance.now(), put_back }
  act(() => deviceTraffic.set({ ...deviceTraffic.get(), clock }))
  onTestFinished(() => deviceTraffic.set({ ...deviceTraffic.get(), clock: null }))
  types('12')
  expect(await dialog().findByText(/last updated 09:48 \(1 h ago\)/)).toBeDefined()
})

test('a device that stores nothing says so', async () => {
  const types = await opensJumpOffline(loses(api.listTrials))
  types('STA-028')
  expect(await dialog().findByText(/nothing is saved on this device/)).toBeDefined()
  expect(dialog().queryByText('Nothing found')).toBeNull()
})

test('after closing it requests nothing', async () => {
  const nothing = { participants: [], study_packs: [], acts: [], trials: [], users: [], audit_logs: [], has_more: [] }
  const search = counted(api.searchEverything, answers(api.searchEverything, nothing))
  openApp('/help', [search.reply])
  fireEvent.click(await screen.findByRole('button', { name: /^Jump to/ }))
  await screen.findByPlaceholderText(/^Search participants/)
  await waitFor(() => expect(search.times()).toBe(1))
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Jump to' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => connection.set({ state: 'offline', since: NOW, doubts: 0 }))
  act(() => connection.set({ state: 'online', since: NOW, doubts: 0 }))
  await waitFor(() => expect(search.times()).toBe(1))
})
