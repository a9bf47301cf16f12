// @vitest-environment happy-dom
import { listStudyPacks } from '#contract/study-packs'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../a-shown-trial'
import { answers, AS_ADMINISTRATOR, openApp, pagesOf } from '../open-app'

/* Two specifications name two addresses differently. Both addresses lead to one page. */

const SYSTEM_ADMINISTRATOR = 1
const PACKED = aShownTrial({
  is_managing_packs: true,
  study_groups: [{ id: 51, name: 'Aspirin', is_blinded: false }],
})

test.each([
  ['/trials/1/import', 'Import study packs'],
  ['/trials/1/study-packs/import', 'Import study packs'],
  ['/trials/1/label-generator', 'Packs and labels'],
  ['/trials/1/study-packs/label-generator', 'Packs and labels'],
])('%s is the page %s', async (at, title) => {
  openApp(at, [AS_ADMINISTRATOR, ...pagesOf(PACKED, SYSTEM_ADMINISTRATOR), answers(listStudyPacks, { data: [] })])
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
})
