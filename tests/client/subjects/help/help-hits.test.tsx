// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HelpHits } from '../../../../src/client/subjects/help/help-hits'

afterEach(() => {
  cleanup()
  vi.doUnmock('virtual:help-stored')
  vi.doUnmock('virtual:help-late')
  vi.resetModules()
})

const search = (text: string) =>
  render(
    <MantineProvider env="test">
      <HelpHits search={text} />
    </MantineProvider>,
  )

/** Breaks the connection while these pages are loaded. */
const lose = (pages: 'virtual:help-stored' | 'virtual:help-late') =>
  vi.doMock(pages, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })

const LATE_MISSING = 'The pages on statistics and for operators are not searched offline.'
const STORED_MISSING = 'Not all of the help could be searched. Reload this page.'

test('it does not say that nothing is found before every page was searched', async () => {
  search('xylophone')
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  expect(await screen.findByText('Nothing found. Try another word.', {}, { timeout: 10_000 })).toBeDefined()
})

test('says which pages it could not search', async () => {
  lose('virtual:help-late')
  search('xylophone')
  expect(await screen.findByText(LATE_MISSING, {}, { timeout: 10_000 })).toBeDefined()
  expect(screen.getByText('Nothing found. Try another word.')).toBeDefined()
  expect(screen.queryByText(STORED_MISSING)).toBeNull()
})

test('where the pages of the app itself could not be loaded, it says neither that it is offline nor that nothing is found', async () => {
  lose('virtual:help-stored')
  search('xylophone')
  expect(await screen.findByText(STORED_MISSING, {}, { timeout: 10_000 })).toBeDefined()
  expect(screen.queryByText(LATE_MISSING)).toBeNull()
  expect(screen.queryByText(/Nothing found/)).toBeNull()
})
