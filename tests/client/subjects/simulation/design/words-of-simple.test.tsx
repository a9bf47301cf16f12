// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { METHOD_PRESENTATION } from '../../../../../src/client/subjects/trials/design/method-presentation'
import { holds, openApp } from '../../../open-app'

test('simple randomisation is said to use a stratum for a ratio alone, since each option may have its own', async () => {
  openApp('/simulation', [holds(api.getSimulation)])
  fireEvent.change(await screen.findByRole('combobox', { name: 'Randomisation method' }), { target: { value: '4' } })
  await screen.findByText(
    'Each allocation is independent. Sites are not used, and strata only where a ratio differs by one.',
  )
  expect(METHOD_PRESENTATION.standard.help).toContain('Strata are used only where the ratio differs by one.')
})
