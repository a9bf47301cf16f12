// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownPack } from '../../a-shown-pack'
import { aShownTrial } from '../../a-shown-trial'
import { press } from '../../by-hand'
import { answers, openApp, pagesOf } from '../../open-app'
import { ADMINISTRATOR } from '../shown-lists'

/*
 * The actions above the packs of a trial: import and labels for level 4, several packs at once for everyone who manages
 * them.
 */

const SYSTEM = 1
const TRIAL = aShownTrial({
  is_managing_packs: true,
  study_groups: [{ id: 51, name: 'Aspirin', is_blinded: false }],
})
const PACKS = answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [aShownPack()] }] })

test('level 4 imports, and finds the labels in the menu of the import', async () => {
  const { address } = openApp('/trials/1/study-packs', [...pagesOf(TRIAL, SYSTEM), PACKS])
  const link = await screen.findByRole('link', { name: 'Import study packs' })
  expect(link.getAttribute('href')).toBe('/trials/1/study-packs/import')
  await press('More ways to supply packs')
  await press('Generate study pack labels', 'menuitem')
  await waitFor(() => expect(address()).toBe('/trials/1/study-packs/label-generator'))
})

test('level 3 manages several packs at once, and neither imports nor prints', async () => {
  openApp('/trials/1/study-packs', [...pagesOf(TRIAL, ADMINISTRATOR), PACKS])
  expect(await screen.findByRole('button', { name: 'Manage multiple packs' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Import study packs' })).toBeNull()
  expect(screen.queryByText('Generate study pack labels')).toBeNull()
})

test.each(['/trials/1/study-packs', '/trials/1/study-packs/import', '/trials/1/study-packs/label-generator'])(
  '%s of a trial without packs says that there is no pack information',
  async (at) => {
    openApp(at, [
      ...pagesOf(aShownTrial({ is_managing_packs: false }), SYSTEM),
      answers(api.listStudyPacks, { data: [] }),
    ])
    expect(await screen.findByRole('heading', { name: 'No pack information available' })).toBeDefined()
  },
)
