// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Participant } from '#contract/participants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownPack } from '../../../a-shown-pack'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { answers, ME, openApp, pagesOf } from '../../../open-app'
import { wordsOf } from '../../../shown-table'
import { RANDOMISED } from '../../../../../src/client/safety-words'

/* The last step after a reload: the allocation, and the next steps. */

const SITE_USER = 5
const ALLOCATED = 5
const PACK = { id: 31, pack_id: 'CB-10064', study_pack_status_id: ALLOCATED }
const UNBLINDED: Partial<Participant> = {
  participant_id: 'STA-028',
  study_group: { name: 'Fosfomycin', is_blinded: false },
  strata: [{ stratum: 'Infection', option: 'Recurrent' }],
}
const TRIAL = aShownTrial({ is_managing_packs: true, is_site_managing_packs: true })

type Seen = { trial?: typeof TRIAL; mayDispense?: boolean }

const finished = async (participants: Participant[], { trial = TRIAL, mayDispense = false }: Seen = {}) => {
  const permission = { site_id: 11, has_study_packs_access: mayDispense }
  const packs = participants.flatMap(({ study_pack }) => study_pack ?? [])
  openApp(`/trials/1/participants/new?attempt=6d1c0f7e-7f3f-4f62-9a43-0d8a5a6a1f10&by=${ME.id}`, [
    answers(api.settleRandomisation, { outcome: 'randomised', data: participants }),
    answers(api.getStudyPack, aShownPack({ ...packs[0], study_pack_status_id: ALLOCATED, batch_id: 'CED-B' })),
    ...pagesOf(trial, SITE_USER, permission),
    answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] }),
  ])
  return screen.findByRole('region', { name: RANDOMISED })
}

const factsIn = (step: HTMLElement) => [...step.querySelectorAll('dl > div')].map(wordsOf)

/** The buttons of the dock; the first is filled. */
const dock = (step: HTMLElement) =>
  [...step.querySelectorAll('.mantine-Button-root')].map(
    (button) => `${wordsOf(button)}${button.getAttribute('data-variant') === 'filled' ? ' (first)' : ''}`,
  )

test('a person who may dispense sees the group, the pack and its place, and dispenses next', async () => {
  const step = await finished([aShownParticipant({ ...UNBLINDED, study_pack: PACK })], { mayDispense: true })
  await waitFor(() => expect(wordsOf(step)).toContain('CED-B'))
  expect(factsIn(step)).toEqual([
    'Time 21 Nov 2026, 10:00',
    'Site Queens',
    'Infection Recurrent',
    'Participant ID STA-028',
    'Sequence number 12',
    'Study group Fosfomycin',
    'Study pack to collect CB-10064',
    'Where Queens',
    'Batch, expiry CED-B, 31 Mar 2027',
    'Status Allocated (not dispensed)',
  ])
  expect(wordsOf(step)).not.toContain('Who dispenses it')
  expect(dock(step)).toEqual(['Dispense pack CB-10064 (first)', 'Randomise another participant', 'Print'])
  expect(screen.getByRole('link', { name: 'Dispense pack CB-10064' }).getAttribute('href')).toContain(
    'pack=CB-10064&participant=71',
  )
})

test('the heading has the focus, and group and pack are read out', async () => {
  const step = await finished([aShownParticipant({ ...UNBLINDED, study_pack: PACK })])
  const heading = screen.getByRole('heading', { level: 1, name: RANDOMISED })
  // The focus moves once the step is drawn.
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await waitFor(() =>
    expect(within(step).getByRole('status').textContent).toBe(
      'Participant 12. Study group: Fosfomycin. Study pack to collect: CB-10064.',
    ),
  )
})

test('a blinded person sees that they are blinded, and without access to packs the next participant comes first', async () => {
  const step = await finished([aShownParticipant({ study_pack: PACK })])
  expect(factsIn(step)).toContain('Study group Blinded')
  expect(screen.getByTitle('You are blinded to study groups')).toBeDefined()
  expect(factsIn(step)).toContain('Where Queens')
  expect(wordsOf(step)).not.toContain('Batch')
  expect(factsIn(step)).toContain('Who dispenses it A colleague with access to study packs')
  expect(dock(step)).toEqual(['Randomise another participant (first)', 'Print', 'See participant 12'])
})

test('where packs belong to no site, no unknown place is shown', async () => {
  const trial = aShownTrial({ is_managing_packs: true })
  const step = await finished([aShownParticipant({ study_pack: PACK })], { trial })
  expect(wordsOf(step)).not.toContain('Where')
  expect(factsIn(step)).toContain('Who dispenses it A colleague with access to study packs')
})

test('without a pack, only the group is shown', async () => {
  const step = await finished([aShownParticipant(UNBLINDED)], { trial: aShownTrial(), mayDispense: true })
  expect(wordsOf(step)).not.toContain('Study pack')
  expect(dock(step)).toEqual(['Randomise another participant (first)', 'Print', 'See participant 12'])
})

test('in a factorial trial both groups and packs are shown, and the pack in the hand is scanned', async () => {
  const other = { id: 32, pack_id: 'CB-10099-EXTRA-LONG', study_pack_status_id: ALLOCATED }
  const step = await finished(
    [
      aShownParticipant({ ...UNBLINDED, study_pack: PACK }),
      aShownParticipant({ ...UNBLINDED, study_group: { name: 'Heparin', is_blinded: false }, study_pack: other }),
    ],
    { mayDispense: true },
  )
  const rows = factsIn(step)
  expect(rows.filter((row) => row.startsWith('Study'))).toEqual([
    'Study group Fosfomycin',
    'Study group Heparin',
    'Study pack to collect CB-10064',
    'Study pack to collect CB-10099-EXTRA-LONG',
  ])
  const link = screen.getByRole('link', { name: 'Dispense packs CB-10064 and CB-10099-EXTRA-LONG' })
  expect(link.getAttribute('href')).toBe('/trials/1/study-packs/dispense?participant=71')
})
