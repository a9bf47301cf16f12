// @vitest-environment happy-dom
import { api } from '#contract/api'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deviceTraffic } from '../../../../src/client/api/device-traffic'
import { connection } from '../../../../src/client/device/offline/connection'
import { OFFLINE_REASONS } from '../../../../src/client/offline-reasons'
import { aShownParticipant } from '../../a-shown-participant'
import { press } from '../../by-hand'
import { aNewFlag, stored } from '../../device/outbox/some-actions'
import { NOW } from '../../fixed-clock'
import { answers, delayed, inTurn, listOf, ME, refuses } from '../../open-app'
import { shownTable, wordsOf } from '../../shown-table'
import { AS_VIEWER, hasInOutbox, opensHome, opensStoredHome, TRIAL_ADMINISTRATOR } from './at-home'

/* The home page of a person who randomises. */

const PAUSED = { trial_status_id: 4, trial_status: { id: 4, name: 'Paused' } }
const NEWEST = aShownParticipant({
  participant_id: 'STA-028',
  study_group: { name: 'Fosfomycin', is_blinded: false },
  study_pack: { id: 9, pack_id: 'CB-10064', study_pack_status_id: 5 },
})

const hrefOf = (name: string | RegExp) => screen.findByRole('link', { name }).then((link) => link.getAttribute('href'))
const itemsForMe = async () => {
  const list = await screen.findByRole('list', { name: 'For you' })
  return within(list).getAllByRole('listitem').map(wordsOf)
}

test('one press leads to the form of a trial that is open, and one to its participants', async () => {
  opensHome()
  expect(await hrefOf('Randomise in CEDAR')).toBe('/trials/1/participants/new')
  expect(await hrefOf('Find participant in CEDAR')).toBe('/trials/1/participants#search')
  expect(await hrefOf('CEDAR: fosfomycin or nitrofurantoin')).toBe('/trials/1')
  expect(screen.getByText('Queens')).toBeDefined()
})

test('a paused trial says that nobody is randomised, in its row and among the tasks', async () => {
  opensHome({ trial: PAUSED })
  expect(await screen.findByText('Randomising stopped')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Randomise/ })).toBeNull()
  expect((await itemsForMe())[0]).toContain('CEDAR is paused')
})

test('a complete trial says that all participants are randomised', async () => {
  opensHome({ trial: { sample_size: 10, num_sampled: 10 } })
  expect(await screen.findByText('The trial has reached its sample size')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Randomise/ })).toBeNull()
})

test('a viewer is not offered to randomise', async () => {
  opensHome({ ...AS_VIEWER, participants: [NEWEST] })
  await screen.findByRole('link', { name: /^Find participant/ })
  expect(screen.queryByRole('link', { name: /^Randomise/ })).toBeNull()
  expect(await screen.findByText('Nothing is waiting for you.')).toBeDefined()
})

test("an undispensed pack, and a colleague's flag of the last week, are tasks of the nurse", async () => {
  const flag = {
    id: 3,
    created_at: '2026-11-20T16:20:00.000Z',
    performed_at: null,
    clock_uncertain: false,
    flagged_by_user: { id: 9, name: 'Daniel Lindqvist' },
    flag_status: { name: 'Flagged' },
    comment: 'Consent form date is missing.',
  } as const
  const flagged = aShownParticipant({ id: 72, trial_sequence_no: 9, participant_id: 'STA-023' })
  const old = { ...flag, id: 4, created_at: '2026-11-01T16:20:00.000Z' }
  const own = { ...flag, id: 5, flagged_by_user: { id: ME.id, name: ME.name } }
  opensHome({
    participants: [
      NEWEST,
      { ...flagged, participant_flags: [flag] },
      { ...flagged, id: 73, participant_flags: [old] },
      { ...flagged, id: 74, participant_flags: [own] },
    ],
  })
  expect(await itemsForMe()).toEqual([
    'Collect pack CB-10064 for participant STA-028 CEDAR · allocated 21 Nov 2026, 10:00, not dispensed Show record',
    'Participant STA-023 was flagged by Daniel Lindqvist CEDAR · 20 Nov 2026, 16:20 · “Consent form date is missing.” Open',
  ])
  expect(await hrefOf(/^Show record/)).toBe('/trials/1/participants/71')
  expect(await hrefOf(/^Open: Participant STA-023/)).toBe('/trials/1/participants/72')
})

test('a refused action is first and leads to the outbox, unsent ones follow', async () => {
  const author = { sub: String(ME.id), name: ME.name }
  const aFlag = (id: string, changes: Parameters<typeof stored>[1]) =>
    stored(aNewFlag(id, { author, trial: { id: 1, title: 'CEDAR: trial' }, participant: 71 }), changes)
  opensHome({ participants: [NEWEST] })
  await screen.findByText('CB-10064', { selector: 'li *' })
  act(() =>
    hasInOutbox(
      aFlag('waits', { state: 'waiting' }),
      aFlag('refused', { state: 'attention', notes: [{ at: NOW, event: 'refused', words: 'Already flagged' }] }),
    ),
  )
  const items = await itemsForMe()
  expect(items.map((words) => /not saved|Collect|unsent action/.exec(words)?.[0])).toEqual([
    'not saved',
    'Collect',
    'unsent action',
  ])
  expect(items[0]).toContain('CEDAR · refused 21 Nov 2026, 10:00: Already flagged')
  expect(await hrefOf(/not saved$/)).toBe('/outbox')
})

test('an empty day says so', async () => {
  opensHome()
  expect(await screen.findByText('Nothing is waiting for you.')).toBeDefined()
  expect(screen.getByText('Participants appear here once they have been randomised.')).toBeDefined()
})

test('tasks and participants that could not be loaded are not called none, also while they are fetched again', async () => {
  const failed = refuses(api.listParticipants, { code: 'internal_error' })
  const again = delayed(answers(api.listParticipants, listOf(NEWEST)))
  const asked = vi.spyOn(again, 'respond')
  opensHome({
    participants: [NEWEST],
    replies: [inTurn(failed, failed, again), refuses(api.getParticipantsSnapshot, { code: 'internal_error' })],
  })
  const tasks = await screen.findByRole('region', { name: 'For you' })
  const recent = await screen.findByRole('region', { name: 'Recent participants' })
  await waitFor(() => expect(wordsOf(tasks)).toContain('Some tasks could not be loaded.'))
  await waitFor(() => expect(wordsOf(recent)).toContain('The participants of CEDAR could not be loaded.'))
  expect(document.body.textContent).not.toMatch(/Nothing is waiting|Participants appear here/)
  await press('Try again: The participants of CEDAR could not be loaded.')
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(wordsOf(tasks)).toContain('Some tasks could not be loaded.')
  expect(wordsOf(recent)).toContain('The participants of CEDAR could not be loaded.')
  act(again.letGo)
  expect((await shownTable('Recent participants'))[1]).toContain('STA-028')
})

test('flags that could not be loaded may be tasks; other tasks are shown', async () => {
  const flagged = inTurn(
    answers(api.listParticipants, listOf(NEWEST)),
    refuses(api.listParticipants, { code: 'internal_error' }),
  )
  opensHome({ trial: PAUSED, participants: [NEWEST], replies: [flagged] })
  const tasks = await screen.findByRole('region', { name: 'For you' })
  await waitFor(() => expect(wordsOf(tasks)).toContain('Some tasks could not be loaded.'))
  expect(await itemsForMe()).toHaveLength(2)
})

test('from the store, tasks are unknown', async () => {
  opensStoredHome({ participants: [NEWEST] })
  const tasks = await screen.findByRole('region', { name: 'For you' })
  await waitFor(() => expect(wordsOf(tasks)).toContain('Some tasks could not be loaded.'))
  expect(tasks.textContent).not.toContain('Nothing is waiting')
  act(() => connection.set({ state: 'offline', since: 0, doubts: 2 }))
  expect(wordsOf(tasks)).toContain('Some tasks could not be loaded. No connection. They will load when it is back.')
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
})

test('without an active trial, the page says so', async () => {
  opensHome({ hasTrial: false })
  expect(await screen.findByText('No active trials found')).toBeDefined()
})

test('the newest participants show their group and lead to their records', async () => {
  opensHome({ participants: [NEWEST] })
  expect(await shownTable('Recent participants')).toEqual([
    'ID | Trial | Study group | Study pack | Date',
    'STA-028 | CEDAR | Fosfomycin | CB-10064 | 21 Nov 2026, 10:00',
  ])
  expect(await hrefOf('STA-028')).toBe('/trials/1/participants/71')
})

test('to blinded people, a group is what the server shows, and the trial says that they are blinded', async () => {
  opensHome({
    trial: { is_blinded_whole: true },
    permission: { is_blinded_whole: true },
    participants: [{ ...NEWEST, study_group: { name: 'Blinded', is_blinded: true } }],
  })
  expect((await shownTable('Recent participants'))[1]).toContain('Blinded')
  expect(screen.getByTitle('Blinded study group (full)')).toBeDefined()
})

test('from the store, everything stays but randomising, which says why and whom to ask', async () => {
  opensStoredHome({ participants: [NEWEST], permission: { is_blinded_whole: true } })
  await screen.findByText(/^Saturday 21 November 2026 · Last updated 09:48/)
  act(() => connection.set({ state: 'offline', since: 0, doubts: 2 }))
  const button = await screen.findByRole('button', { name: 'Randomise in CEDAR' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  button.focus()
  expect(document.activeElement).toBe(button)
  const notice = screen.getByRole('alert')
  expect(wordsOf(notice)).toBe(`${OFFLINE_REASONS.randomise} Contact for CEDAR: Trial office`)
  expect(await hrefOf('Find participant in CEDAR')).toBe('/trials/1/participants#search')
  expect(screen.getByTitle('Blinded study group (full)')).toBeDefined()
  expect((await shownTable('Recent participants'))[1]).toBe('STA-028 | CEDAR |  |  | ')
  expect(screen.getByText(/^Last updated 09:48/)).toBeDefined()
})

test('after the clock of the tablet was put back, what is saved is older everywhere on the page', async () => {
  const put_back = { at: NOW - 1000, by: 55 * 60_000 }
  const clock = { offset_ms: 0, heard_at: NOW - 1000, steady: performance.now(), put_back }
  deviceTraffic.set({ ...deviceTraffic.get(), clock })
  onTestFinished(() => deviceTraffic.set({ ...deviceTraffic.get(), clock: null }))
  opensStoredHome({ participants: [NEWEST], permission: { is_blinded_whole: true } })
  await screen.findByText(/^Saturday 21 November 2026 · Last updated 09:48 \(1 h ago\)/)
  expect(await screen.findByText(/^Last updated 09:48 \(1 h ago\)/)).toBeDefined()
})

test('a person who runs trials finds their trials and sections, and no tasks of wards', async () => {
  opensHome({ role_id: TRIAL_ADMINISTRATOR, participants: [NEWEST] })
  await screen.findByRole('link', { name: 'Randomise in CEDAR' })
  for (const name of ['For you', 'Recent participants', 'Packs to dispense'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
})
