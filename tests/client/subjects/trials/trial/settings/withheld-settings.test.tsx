// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../../../../a-shown-trial'
import { openApp, pagesOf } from '../../../../open-app'
import { ADMINISTRATOR } from '../../../shown-dialog'

test('the settings tell a trial administrator that a system administrator can give the permission', async () => {
  openApp('/trials/1/settings', pagesOf(aShownTrial(), ADMINISTRATOR))
  expect(
    await screen.findByText('A system administrator can give you the permission that this page needs.'),
  ).toBeDefined()
})
