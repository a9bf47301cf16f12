// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HelpHits } from '../../../../src/client/subjects/help/help-hits'

afterEach(cleanup)

test('it does not say that nothing is found before every page was searched', async () => {
  render(
    <MantineProvider env="test">
      <HelpHits search="xylophone" />
    </MantineProvider>,
  )
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  expect(await screen.findByText('Nothing found. Try another word.', {}, { timeout: 10_000 })).toBeDefined()
})
