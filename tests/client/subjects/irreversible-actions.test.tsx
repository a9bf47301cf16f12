// @vitest-environment happy-dom
import { api } from '#contract/api'
import { listTrialUsers } from '#contract/trial-users'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownPack } from '../a-shown-pack'
import { aShownParticipant } from '../a-shown-participant'
import { aShownPermission } from '../a-shown-record'
import { aShownTrial } from '../a-shown-trial'
import { press } from '../by-hand'
import { answers, listOf, openApp, pagesOf } from '../open-app'
import { ADMINISTRATOR } from './shown-lists'

/* Actions that cannot be undone are last in a menu, below a line. */

const TRIAL = aShownTrial({ is_managing_packs: true })

/** The open menu from top to bottom; a line is a dash. */
const shownMenu = async () => {
  const menu = await screen.findByRole('menu')
  await within(menu).findAllByRole('menuitem')
  return [...menu.querySelectorAll('[role=menuitem], .mantine-Menu-divider')].map((part) =>
    part.matches('[role=menuitem]') ? part.textContent : '-',
  )
}

test('a waiting pack is dispensed first, and removed below a line', async () => {
  openApp('/trials/1/study-packs', [
    ...pagesOf(TRIAL, ADMINISTRATOR),
    answers(api.listStudyPacks, {
      data: [{ batch_id: 'B1', study_packs: [aShownPack({ study_pack_status_id: 5 })] }],
    }),
  ])
  await press('Actions: pack A-10001')
  expect(await shownMenu()).toEqual(['Dispense', '-', 'Remove'])
})

test('a participant is flagged first, and unblinded below a line', async () => {
  openApp('/trials/1/participants', [
    ...pagesOf(TRIAL, ADMINISTRATOR, { is_blinded_whole: true }),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.listParticipants, listOf(aShownParticipant())),
  ])
  await press('Actions: participant 12')
  expect(await shownMenu()).toEqual(['Flag', '-', 'Unblind'])
})

test('each permission of a user is removed below all other actions, and named where there are several', async () => {
  openApp('/trials/1/users', [
    ...pagesOf(aShownTrial(), ADMINISTRATOR),
    answers(
      listTrialUsers,
      listOf({
        id: 9,
        name: 'Keel',
        user_permissions: [
          aShownPermission({ user_id: 9, role_id: 5, site_id: 11, site: { id: 11, title: 'Queens' } }),
          aShownPermission({ id: 2, user_id: 9, role_id: 4 }),
        ],
      }),
    ),
  ])
  await press(/^Actions: Keel \(ID \d+\)$/)
  expect(await shownMenu()).toEqual([
    'Edit permission',
    'Edit permission',
    '-',
    'Remove permission: Site user, Queens',
    'Remove permission: Trial viewer',
  ])
})

test('a menu contains items alone, and is in the main part of the page', async () => {
  openApp('/trials/1/participants', [
    ...pagesOf(aShownTrial(), ADMINISTRATOR),
    answers(api.listParticipants, listOf(aShownParticipant())),
  ])
  await press('Actions: participant 12')
  const menu = await screen.findByRole('menu')
  expect(menu.querySelectorAll('[role=presentation]')).toHaveLength(0)
  expect(screen.getByRole('main').contains(menu)).toBe(true)
})
