// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NeedsHttps } from '../../../src/client/app/needs-https'
import { theme } from '../../../src/client/ui/theme'

afterEach(cleanup)

test('at an address without https it says why nothing is shown, and links to the one with it', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <NeedsHttps address="http://randomise.example.org/trials?q=12" />
    </MantineProvider>,
  )
  expect(screen.getByRole('heading', { name: 'This portal needs https' })).toBeDefined()
  const link = screen.getByRole('link', { name: 'https://randomise.example.org' })
  expect(link.getAttribute('href')).toBe('https://randomise.example.org')
})
