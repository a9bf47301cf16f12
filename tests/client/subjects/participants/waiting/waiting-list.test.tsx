// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { WaitingParticipant } from '#contract/waiting-list'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aShownTrial } from '../../../a-shown-trial'
import { aShownWaitingParticipant } from '../../../a-shown-waiting-participant'
import { press, write } from '../../../by-hand'
import { answers, listOf, openApp, pagesOf, refuses, type Reply } from '../../../open-app'
import { wordsOf } from '../../../shown-table'

/* The waiting list of a trial, the ways to it, and the way from it to the wizard. */

const SITE_USER = 5
const VIEWER = 4
const PAUSED = { trial_status_id: 4, trial_status: { id: 4, name: 'Paused' } }
const SITES = answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] })

const waits = (...rows: WaitingParticipant[]): Reply => answers(api.listWaitingParticipants, listOf(...rows))

const opened = (at: string, replies: Reply[], { changes = {}, role = SITE_USER } = {}) =>
  openApp(at, [...replies, ...pagesOf(aShownTrial(changes), role), SITES])

const FREE = aShownWaitingParticipant({ is_place_free: true })
const FULL = aShownWaitingParticipant({ id: 82, participant_id: 'STA-032', comment: 'From Tuesday on' })

describe('the list', () => {
  test('shows who waits, since when, where and by whom, and for whom a place is free', async () => {
    opened('/trials/1/waiting-list', [waits(FREE, FULL)])
    const table = await screen.findByRole('table', { name: 'Waiting list' })
    const rows = within(table).getAllByRole('row').slice(1).map(wordsOf)
    expect(rows[0]).toMatch(/^STA-031 .*20 Nov 2026.*Grace Okafor.*Queens.*Free/)
    expect(rows[1]).toMatch(/^STA-032 From Tuesday on .*None yet/)
    expect(screen.getByRole('note', { name: 'Places are free' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Randomise STA-031' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Randomise STA-032' })).toBeNull()
  })

  test('says of free places that are on another page', async () => {
    opened('/trials/1/waiting-list', [answers(api.listWaitingParticipants, { ...listOf(FULL), places_free: 3 })])
    await screen.findByRole('table', { name: 'Waiting list' })
    expect(screen.getByRole('note', { name: 'Places are free' })).toBeDefined()
  })

  test('says of no free place where there is none', async () => {
    opened('/trials/1/waiting-list', [waits(FULL)])
    await screen.findByRole('table', { name: 'Waiting list' })
    expect(screen.queryByText('Places are free')).toBeNull()
  })

  test('leads to the wizard, filled with the stored answers, which may be changed', async () => {
    const { address } = opened('/trials/1/waiting-list', [waits(FREE)])
    await press('Randomise STA-031', 'link')
    const id = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Participant ID/ })
    expect(address()).toBe('/trials/1/participants/new?waiting=81')
    expect(id.value).toBe('STA-031')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Male' }).checked).toBe(true)
    await press('Continue')
    expect(await screen.findByRole('heading', { name: 'Check your answers' })).toBeDefined()
    expect(address()).not.toContain('waiting')
  })

  test('leaves the answers empty that the viewer may not see', async () => {
    opened('/trials/1/participants/new?waiting=81', [waits({ ...FREE, participant_strata: null })])
    const id = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Participant ID/ })
    expect(id.value).toBe('STA-031')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Male' }).checked).toBe(false)
  })

  test('begins no wizard for a participant who is not on it any more, since a colleague may have randomised them', async () => {
    opened('/trials/1/participants/new?waiting=81', [waits()])
    expect(await screen.findByText('This participant is not on the waiting list')).toBeDefined()
    expect(screen.queryByRole('textbox', { name: /^Participant ID/ })).toBeNull()
  })

  test('takes nobody new in a trial that is over', async () => {
    opened('/trials/1/waiting-list', [waits(FULL)], {
      changes: { trial_status_id: 6, trial_status: { id: 6, name: 'Finished' } },
    })
    await screen.findByRole('table', { name: 'Waiting list' })
    expect(screen.queryByRole('button', { name: 'Put on the waiting list' })).toBeNull()
  })
})

describe('a refused randomisation', () => {
  const refusedWith = async (code: 'site_full' | 'no_study_pack_available', does: Reply[] = []) => {
    const app = opened('/trials/1/participants/new', [refuses(api.randomiseParticipant, { code }), ...does], {
      changes: { trial_strata: [] },
    })
    await write(/^Participant ID/, 'STA-040')
    await press('Continue')
    await press('Randomise this participant')
    await screen.findByRole('alert')
    return app
  }

  test('at a limit leads to the list, with the answers given', async () => {
    const { sent, address } = await refusedWith('site_full', [answers(api.addToWaitingList, undefined), waits(FULL)])
    await press('Put on the waiting list')
    const dialog = await screen.findByRole('dialog', { name: 'Put on the waiting list' })
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Participant ID/ }).value).toBe('STA-040')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Put on the waiting list' }))
    await waitFor(() => expect(address()).toBe('/trials/1/waiting-list'))
    expect(sent.at(-1)).toMatchObject({
      call: 'POST trials/1/waiting-list',
      body: { site_id: 11, participant_id: 'STA-040', participant_strata: [], comment: '' },
    })
  })

  test('for missing packs does not', async () => {
    await refusedWith('no_study_pack_available')
    expect(screen.queryByRole('button', { name: 'Put on the waiting list' })).toBeNull()
  })
})

describe('the participants of a trial', () => {
  const at = (rows: WaitingParticipant[], about: Parameters<typeof opened>[2] = {}) =>
    opened('/trials/1/participants', [answers(api.listParticipants, listOf()), waits(...rows)], about)

  test('say how many wait, and that places are free', async () => {
    at([FREE, FULL])
    const link = await screen.findByRole('link', { name: 'waiting list' })
    expect(wordsOf(link.parentElement ?? link)).toBe('2 participants on the waiting list. Places are free.')
  })

  test('lead to an empty list while the trial is paused, and else do not name it', async () => {
    at([], { changes: PAUSED })
    expect(await screen.findByRole('link', { name: 'Waiting list' })).toBeDefined()
  })

  test.each([
    ['where nobody waits and the trial runs', {}],
    ['to who may not randomise', { role: VIEWER }],
    ['in a trial without participant IDs', { changes: { ...PAUSED, is_participant_id_used: false } }],
  ])('do not name the list %s', async (_where, about) => {
    at([], about)
    await screen.findAllByText('No participants found')
    expect(screen.queryByRole('link', { name: /waiting list/i })).toBeNull()
  })
})

test('the wizard of a paused trial leads to the list', async () => {
  opened('/trials/1/participants/new', [], { changes: PAUSED })
  const link = await screen.findByRole('link', { name: 'See the waiting list' })
  expect(link.getAttribute('href')).toBe('/trials/1/waiting-list')
})
