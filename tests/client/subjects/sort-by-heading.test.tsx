// @vitest-environment happy-dom
import { listAuditLogs } from '#contract/audit-logs'
import { listMessages } from '#contract/messages'
import { listParticipants } from '#contract/participants'
import { listStudyPacks } from '#contract/study-packs'
import { listUsers } from '#contract/users'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { aShownParticipant } from '../a-shown-participant'
import { aShownPack } from '../a-shown-pack'
import { aShownAuditEntry, aShownMessage, aShownUser } from '../a-shown-record'
import { press } from '../by-hand'
import { answers, AS_ADMINISTRATOR, listOf, openApp, pagesOf } from '../open-app'
import { shownTable } from '../shown-table'
import { ADMINISTRATOR, OPEN, PACKED } from './shown-lists'

/* A heading sorts its list where the server can, by values that reveal no study group. */

const participants = (search = '') =>
  openApp(`/trials/1/participants${search}`, [
    ...pagesOf(OPEN, ADMINISTRATOR),
    answers(listParticipants, listOf(aShownParticipant())),
  ])

/** The headings that are buttons. */
const pressable = async () => {
  const table = await screen.findByRole('table')
  return [...table.querySelectorAll('th button')].map(({ textContent }) => textContent)
}

const sorted = async () =>
  (await screen.findAllByRole('columnheader')).flatMap((heading) => {
    const order = heading.getAttribute('aria-sort')
    return order === null ? [] : [[heading.textContent, order]]
  })

describe('participants', () => {
  test('are sorted by number, date and ID, never by a column that unblinds', async () => {
    participants()
    expect(await pressable()).toEqual(['Sequence', 'Date', 'Participant ID'])
    expect(await sorted()).toEqual([['Sequence', 'descending']])
  })

  test('reverse their order by another press, which is in the address', async () => {
    const { address } = participants('?page=2')
    await press('Participant ID')
    await waitFor(() => expect(address()).toBe('/trials/1/participants?sort=participant_id&order=asc'))
    expect(await sorted()).toEqual([['Participant ID', 'ascending']])
    await press('Participant ID')
    await waitFor(() => expect(address()).toBe('/trials/1/participants?sort=participant_id'))
    expect(await sorted()).toEqual([['Participant ID', 'descending']])
  })
})

test('emails are sorted by the time of queueing alone', async () => {
  const { address } = openApp('/trials/1/messages', [
    ...pagesOf(OPEN, ADMINISTRATOR),
    answers(listMessages, listOf(aShownMessage())),
  ])
  expect(await pressable()).toEqual(['Queued'])
  expect(await sorted()).toEqual([['Queued', 'descending']])
  await press('Queued')
  await waitFor(() => expect(address()).toBe('/trials/1/messages?order=asc'))
  expect(await sorted()).toEqual([['Queued', 'ascending']])
})

test('users are sorted by ID, name and address', async () => {
  const { address } = openApp('/users', [AS_ADMINISTRATOR, answers(listUsers, listOf(aShownUser()))])
  expect(await pressable()).toEqual(['ID', 'Name', 'Email address'])
  await press('Email address')
  await waitFor(() => expect(address()).toBe('/users?sort=email'))
})

const wide = (innerWidth: number) => {
  const before = window.innerWidth
  Object.assign(window, { innerWidth })
  onTestFinished(() => void Object.assign(window, { innerWidth: before }))
}

describe('study packs', () => {
  beforeEach(() => wide(1440))

  const PACKS = [
    aShownPack({ id: 1, pack_id: 'A-1', batch_id: 'B1', last_allocation_date: '2027-02-01' }),
    aShownPack({ id: 2, pack_id: 'A-2', batch_id: 'B1', last_allocation_date: null }),
    aShownPack({ id: 3, pack_id: 'A-0', batch_id: 'B2', last_allocation_date: '2027-01-01' }),
  ].map((pack) => ({ ...pack, study_group: { id: 51, name: 'Aspirin' } }))
  const packs = (search = '') =>
    openApp(`/trials/1/study-packs${search}`, [
      ...pagesOf(PACKED, ADMINISTRATOR),
      answers(listStudyPacks, {
        data: ['B1', 'B2'].map((batch_id) => ({
          batch_id,
          study_packs: PACKS.filter((pack) => pack.batch_id === batch_id),
        })),
      }),
    ])
  /** The pack or the batch of each row. */
  const rows = async () =>
    (await shownTable('Study packs')).slice(1).map((row) => row.split(/[ |]+/).slice(0, 2).join(' '))
  const first = async () => (await rows()).map((row) => row.replace(/^(A-\d).*/, '$1'))

  test('are sorted by visible columns, never by study group', async () => {
    packs()
    expect(await pressable()).toEqual(['ID', 'Status', 'Site', 'Duration (days)', 'Last possible allocation date'])
    expect(await first()).toEqual(['Batch B1', 'A-1', 'A-2', 'Batch B2', 'A-0'])
  })

  test('mix their batches, each with its own, and a missing value comes last', async () => {
    const { address } = packs()
    await press('Last possible allocation date')
    await waitFor(() => expect(address()).toBe('/trials/1/study-packs?sort=last_allocation_date'))
    expect(await sorted()).toEqual([['Last possible allocation date', 'ascending']])
    expect(await first()).toEqual(['A-0', 'A-1', 'A-2'])
    expect((await shownTable('Study packs'))[0]).toContain('Batch')
    await press('Last possible allocation date')
    await waitFor(() => expect(address()).toBe('/trials/1/study-packs?sort=last_allocation_date&order=desc'))
    expect(await first()).toEqual(['A-1', 'A-0', 'A-2'])
  })

  test('show their batch below their ID where there is no room for a column', async () => {
    wide(1024)
    packs('?sort=pack_id')
    expect(await first()).toEqual(['A-0', 'A-1', 'A-2'])
    const [headings, row] = await shownTable('Study packs')
    expect(headings).not.toContain('Batch')
    expect(row).toContain('Batch B2')
  })

  test('return below their batches by the heading of the batch', async () => {
    const { address } = packs('?sort=pack_id')
    expect(await first()).toEqual(['A-0', 'A-1', 'A-2'])
    await press('Batch')
    await waitFor(() => expect(address()).toBe('/trials/1/study-packs'))
    expect(await first()).toEqual(['Batch B1', 'A-1', 'A-2', 'Batch B2', 'A-0'])
  })
})

test('the audit log is sorted only by time: the person and subject may be withheld', async () => {
  const page = { ...listOf(aShownAuditEntry()), has_more: false }
  const { address } = openApp('/audit-logs', [AS_ADMINISTRATOR, answers(listAuditLogs, page)])
  expect(await pressable()).toEqual(['Date/time'])
  expect(await sorted()).toEqual([['Date/time', 'descending']])
  await press('Date/time')
  await waitFor(() => expect(address()).toBe('/audit-logs?order=asc'))
  expect(await sorted()).toEqual([['Date/time', 'ascending']])
})
