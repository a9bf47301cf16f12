// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anInstance, openApp } from '../../open-app'
import { wordsOf } from '../../shown-table'

const link = (name: string | RegExp) => screen.findByRole('link', { name })

test('lists the books, and opens one with the headings of its sections', async () => {
  openApp('/help', [])
  fireEvent.click(await link('Pharmacists'))
  await screen.findByRole('heading', { level: 1, name: 'Pharmacists' })
  const sections = within(screen.getByRole('navigation', { name: 'On this page' }))
  expect(sections.getByRole('link', { name: 'When something goes wrong' }).getAttribute('href')).toBe(
    '/help/pharmacist#when-something-goes-wrong',
  )
  expect(screen.getByRole('heading', { level: 3, name: 'A site runs out' }).id).toBe('a-site-runs-out')
})

test('a link in a page opens another page of help without loading the app again', async () => {
  openApp('/help/pharmacist', [])
  fireEvent.click(await link('nurses and doctors'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Nurses and doctors on the ward' })).toBeDefined()
})

test('finds a section by words of its text, with the heading and some words around', async () => {
  openApp('/help', [])
  const field = await screen.findByRole('searchbox', { name: 'Search the help' })
  fireEvent.change(field, { target: { value: 'recalled batch' } })
  const found = await link('A batch must be recalled')
  expect(found.getAttribute('href')).toBe('/help/pharmacist#a-batch-must-be-recalled')
})

test('finds pages for operators too, and says when nothing is found', async () => {
  openApp('/help?q=lost%20tablet%20stolen', [])
  await link('A tablet is lost or stolen')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'xylophone' } })
  expect(await screen.findByText('Nothing found. Try another word.')).toBeDefined()
})

test('a missing page is not found', async () => {
  openApp('/help/contributing', [])
  expect(await screen.findByRole('heading', { level: 1, name: 'Resource not found' })).toBeDefined()
})

test("the footer has the installation's links, and nothing where there are none", async () => {
  openApp('/help', [anInstance({ privacy_url: 'https://example.org/privacy', contact_url: 'mailto:help@example.org' })])
  const footer = within(await screen.findByRole('navigation', { name: 'Footer' }))
  expect((await footer.findByRole('link', { name: 'Privacy' })).getAttribute('href')).toBe(
    'https://example.org/privacy',
  )
  expect(footer.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('mailto:help@example.org')
})

test('the footer has only the portal’s own pages where no other link is set', async () => {
  openApp('/help', [])
  const footer = within(await screen.findByRole('navigation', { name: 'Footer' }))
  await screen.findByRole('heading', { level: 1, name: 'Help' })
  await footer.findByRole('link', { name: /^What is new/ })
  expect(footer.getAllByRole('link').map(wordsOf)).toEqual([
    'Help',
    'What is new Not read yet',
    'Accessibility',
    'About this device',
  ])
})
