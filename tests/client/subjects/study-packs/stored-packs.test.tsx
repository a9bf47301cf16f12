// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deviceTraffic } from '../../../../src/client/api/device-traffic'
import type { ClockReading } from '../../../../src/client/api/server-clock'
import { AGE_UNKNOWN } from '../../../../src/client/safety-words'
import { aShownPack } from '../../a-shown-pack'
import { aShownTrial } from '../../a-shown-trial'
import { NOW } from '../../fixed-clock'
import { answers, keeps, loses, openApp, pagesOf, type Reply } from '../../open-app'
import { ADMINISTRATOR } from '../shown-lists'

// Only the build packs the barcode reader, which no test here starts.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?packed', () => ({ default: '/zxing_reader.gz' }))

/* Packs from the device's store are shown on the same screens as those from the server. */

const AS_OF = '2026-11-21T09:48:00.000Z'
const TRIAL = aShownTrial({ is_managing_packs: true })
const ALLOCATED = aShownPack({
  id: 1,
  pack_id: 'A-1',
  study_pack_status_id: 5,
  participant: { id: 71, trial_sequence_no: 12 },
})
const OTHER = aShownPack({ id: 2, pack_id: 'A-2', study_pack_status_id: 2 })

const STORED: Reply[] = [
  keeps(api.getTrial, TRIAL, AS_OF),
  keeps(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [ALLOCATED, OTHER] }] }, AS_OF),
  loses(api.getStudyPack),
]

const opens = (at: string) => openApp(at, [...STORED, ...pagesOf(TRIAL, ADMINISTRATOR)])

const ages = () => screen.findAllByText(/The server has not answered yet\. Last updated 09:48/)

test('the list shows its age, and offers only dispensing', async () => {
  const { address } = opens('/trials/1/study-packs')
  expect(await ages()).toHaveLength(1)
  await screen.findByText('Offline you can only dispense packs. Other changes need a connection.')
  expect(screen.queryByRole('button', { name: 'Manage multiple packs' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Actions: pack/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull()
  ;(await screen.findByRole('button', { name: 'Dispense pack A-1' })).click()
  await waitFor(() => expect(address()).toBe('/trials/1/study-packs/dispense?pack=A-1'))
})

test('the list is searched and filtered on the device', async () => {
  opens('/trials/1/study-packs?status=allocated')
  await screen.findByText('1 of 2 study packs')
  expect(screen.getByRole('link', { name: 'Pack A-1' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Pack A-2' })).toBeNull()
})

test('a pack’s page has its record, and says that its history is missing', async () => {
  opens('/trials/1/study-packs/1')
  expect(await ages()).toHaveLength(1)
  await screen.findByRole('heading', { name: 'Pack A-1' })
  expect(screen.getByText(/The history of the pack is not available offline\./)).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Dispense' })).toHaveLength(1)
})

test('a pack that is not stored is reported as such', async () => {
  opens('/trials/1/study-packs/77')
  expect(await screen.findByText('This pack is not saved on this device.')).toBeDefined()
})

/* A clock that was put back makes old packs look fresh. */
describe('after the clock of the tablet was put back', () => {
  const MINUTE_MS = 60 * 1000

  const opensPack = async (clock: ClockReading) => {
    deviceTraffic.set({ ...deviceTraffic.get(), clock })
    onTestFinished(() => deviceTraffic.set({ ...deviceTraffic.get(), clock: null }))
    openApp('/trials/1/study-packs/dispense?pack=A-1', [
      ...STORED,
      ...pagesOf(TRIAL, ADMINISTRATOR),
      answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] }),
    ])
    await screen.findByRole('heading', { name: /Pack A-1|pack list/ })
  }

  test('by 55 minutes while the page was open, the packs are older by as much', async () => {
    await opensPack({ offset_ms: 0, heard_at: NOW, steady: performance.now() - 55 * MINUTE_MS })
    expect(await screen.findByRole('checkbox', { name: /last updated 09:48 \(1 h/ })).toBeDefined()
  })

  test('by 55 minutes before the last answer, the packs are older by as much, everywhere on the screen', async () => {
    const put_back = { at: NOW - 1000, by: 55 * MINUTE_MS }
    await opensPack({ offset_ms: 0, heard_at: NOW - 1000, steady: performance.now(), put_back })
    expect(await screen.findByRole('checkbox', { name: /last updated 09:48 \(1 h/ })).toBeDefined()
    expect(await screen.findByText(/The server has not answered yet\. Last updated 09:48 \(1 h ago\)\./)).toBeDefined()
  })

  test('by 55 minutes an hour before the packs were received, they are as old as they look', async () => {
    const put_back = { at: Date.parse(AS_OF) - 60 * MINUTE_MS, by: 55 * MINUTE_MS }
    await opensPack({ offset_ms: 0, heard_at: NOW - 1000, steady: performance.now(), put_back })
    await screen.findByText(/The server has not answered yet\. Last updated 09:48 \(12 min ago\)\./)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('while no page could count the time, nothing is dispensed', async () => {
    await opensPack({ offset_ms: 0, heard_at: Date.parse(AS_OF), steady: null, was_put_back: true })
    expect(await screen.findByRole('heading', { name: AGE_UNKNOWN.title })).toBeDefined()
  })

  test('to before the last answer, nothing is dispensed', async () => {
    await opensPack({ offset_ms: 0, heard_at: NOW + 30 * MINUTE_MS, steady: null })
    expect(await screen.findByRole('heading', { name: AGE_UNKNOWN.title })).toBeDefined()
  })
})
