// @vitest-environment happy-dom
import { displaySettings } from '#contract/display-settings'
import { listParticipants } from '#contract/participants'
import { getMe, saveDisplaySettings } from '#contract/session'
import { invalidFields, refusal } from '#contract/errors'
import { changedDisplay, USUAL_DISPLAY, type DisplayChange } from '#domain/desk/display-settings'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connection } from '../../../src/client/device/offline/connection'
import { OFFLINE_REASONS } from '../../../src/client/offline-reasons'
import { aShownParticipant } from '../a-shown-participant'
import { press, tick, write } from '../by-hand'
import { NOW } from '../fixed-clock'
import { answers, inTurn, listOf, ME, openApp, pagesOf, refuses, type Reply } from '../open-app'
import { ADMINISTRATOR, OPEN } from '../subjects/shown-lists'

/* The settings that a person saves for a list: its columns in their order, and named searches. */

const AT = '/trials/1/participants'
const ALL = ['Sequence', 'Date', 'Participant ID', 'Study group', 'Site', 'Flag', 'Actions']

const looking = (change: DisplayChange = {}) => ({
  ...ME,
  max_level: 3,
  display: v.parse(displaySettings, changedDisplay(USUAL_DISPLAY, change)),
})
const meWith = (change?: DisplayChange): Reply => answers(getMe, looking(change))
const saves = (change: DisplayChange): Reply => answers(saveDisplaySettings, looking(change))

const opened = (at: string, ...replies: Reply[]) =>
  openApp(at, [...replies, ...pagesOf(OPEN, ADMINISTRATOR), answers(listParticipants, listOf(aShownParticipant()))])

const headings = () => screen.findAllByRole('columnheader').then((all) => all.map(({ textContent }) => textContent))

describe('the columns of a list', () => {
  test('are the usual ones for people who arranged nothing, and the chosen ones for others', async () => {
    opened(AT)
    expect(await headings()).toEqual(ALL)
  })

  test('are as the person chose on any device', async () => {
    opened(AT, meWith({ list_columns: { participants: ['site', 'trial_sequence_no', 'study_packs'] } }))
    await waitFor(async () => expect(await headings()).toEqual(['Site', 'Sequence', 'Actions']))
  })

  test('are chosen in the View menu: at once on the screen, and on the server', async () => {
    // The packs' column stays for other trials, although this one has no packs.
    const list_columns = {
      participants: ['trial_sequence_no', 'participant_id', 'study_group', 'site', 'study_packs', 'flag_status'],
    }
    const { sent } = opened(AT, saves({ list_columns }))
    await press('View')
    await tick('Date')
    await waitFor(async () => expect(await headings()).toEqual(ALL.filter((one) => one !== 'Date')))
    const body = { list_columns }
    await waitFor(() => expect(sent).toEqual([{ call: 'PUT auth/me/display', body, key: expect.any(String) }]))
  })

  test('move by buttons that retain the focus, and announce the new place', async () => {
    const after = [
      'trial_sequence_no',
      'participant_id',
      'created_at',
      'study_group',
      'site',
      'study_packs',
      'flag_status',
    ]
    const { sent } = opened(AT, saves({ list_columns: { participants: after } }))
    await press('View')
    const button = await screen.findByRole('button', { name: 'Date: move down' })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ list_columns: { participants: after } }]))
    expect(await headings()).toEqual(['Sequence', 'Participant ID', 'Date', 'Study group', 'Site', 'Flag', 'Actions'])
    expect(screen.getByText('Date is column 3 of 6.')).toBeDefined()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Date: move down')
  })

  test('never lack the one that leads to the record', async () => {
    opened(AT)
    await press('View')
    expect((await screen.findByLabelText<HTMLInputElement>('Sequence')).disabled).toBe(true)
  })

  test('return to the usual ones by one press', async () => {
    const { sent } = opened(AT, meWith({ list_columns: { participants: ['trial_sequence_no'] } }), saves({}))
    await waitFor(async () => expect(await headings()).toEqual(['Sequence', 'Actions']))
    await press('View')
    await press('Show the usual columns')
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ list_columns: { participants: null } }]))
  })

  test('are restored where the server refuses, with its reason', async () => {
    opened(AT, refuses(saveDisplaySettings, invalidFields({ list_columns: 'Not a column of this list' })))
    await press('View')
    await tick('Date')
    expect(await screen.findByRole('alert')).toBeDefined()
    await waitFor(async () => expect(await headings()).toEqual(ALL))
  })

  test('cannot be changed offline, in words', async () => {
    opened(AT)
    await screen.findByRole('table', { name: 'Participants' })
    connection.set({ state: 'offline', since: NOW, doubts: 0 })
    await press('View')
    expect(await screen.findByText(OFFLINE_REASONS.changeView)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Rows').disabled).toBe(true)
  })

  test('are the screen’s own below 1024 px, where there is no View menu', async () => {
    const before = window.innerWidth
    Object.assign(window, { innerWidth: 800 })
    onTestFinished(() => void Object.assign(window, { innerWidth: before }))
    opened(AT, meWith({ list_columns: { participants: ['trial_sequence_no'] } }))
    expect((await headings()).join(' ')).toContain('Site')
    expect(screen.queryByRole('button', { name: 'View' })).toBeNull()
  })
})

describe('a saved filter', () => {
  const LATE = { name: 'Flagged in the north', trial_id: 1, search: { flag_status: 'Flagged', site_id: '11' } }

  test('stores the present search under a name', async () => {
    const saved = { participants: [{ name: 'Flagged', trial_id: 1, search: { flag_status: 'Flagged' } }] }
    const { sent } = opened(`${AT}?flag_status=Flagged&page=2&page_size=25`, saves({ saved_filters: saved }))
    await press('Saved filters')
    await write('Name', ' Flagged ')
    await press('Save this filter')
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ saved_filters: saved }]))
    expect(await screen.findByRole('button', { name: 'Flagged' })).toBeDefined()
  })

  test('is applied by one press, and is in the address from then on', async () => {
    const { address } = opened(AT, meWith({ saved_filters: { participants: [LATE] } }))
    await press('Saved filters')
    await press('Flagged in the north')
    await waitFor(() => expect(address()).toBe(`${AT}?flag_status=Flagged&site_id=11`))
  })

  test('of another trial is not offered', async () => {
    opened(AT, meWith({ saved_filters: { participants: [{ ...LATE, trial_id: 2 }] } }))
    await press('Saved filters')
    expect(await screen.findByText('No saved filters yet.')).toBeDefined()
  })

  test('has a link to copy', async () => {
    const copied: string[] = []
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(copied.push(text)) },
      configurable: true,
    })
    opened(AT, meWith({ saved_filters: { participants: [LATE] } }))
    await press('Saved filters')
    await press('Copy the link of Flagged in the north')
    expect(copied).toEqual([expect.stringMatching(/\/trials\/1\/participants\?flag_status=Flagged&site_id=11$/)])
    expect(await screen.findByText('Link copied')).toBeDefined()
  })

  test('is deleted, and the others stay', async () => {
    const other = { ...LATE, name: 'All of the north' }
    const { sent } = opened(
      AT,
      meWith({ saved_filters: { participants: [LATE, other] } }),
      inTurn(saves({ saved_filters: { participants: [other] } }), refuses(saveDisplaySettings, refusal('forbidden'))),
    )
    await press('Saved filters')
    await press('Delete the filter Flagged in the north')
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ saved_filters: { participants: [other] } }]))
  })
})
