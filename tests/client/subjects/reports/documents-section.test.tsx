// @vitest-environment happy-dom
import { api } from '#contract/api'
import { refusal } from '#contract/errors'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aShownTrial } from '../../a-shown-trial'
import { press } from '../../by-hand'
import { answers, holds, openApp, pagesOf, refuses, type Reply } from '../../open-app'
import { wordsOf } from '../../shown-table'
import { ADMINISTRATOR, SYSTEM } from '../shown-dialog'

/* Each document on a trial's randomisation is offered to the people who may have it. */

type Opened = { role?: number; more?: Parameters<typeof pagesOf>[2]; trial?: Parameters<typeof aShownTrial>[0] }

const opened = ({ role = SYSTEM, more = {}, trial = {} }: Opened, replies: readonly Reply[] = []) =>
  openApp('/trials/1/reports', [...replies, ...pagesOf(aShownTrial(trial), role, more), holds(api.getMonthlyReport)])

const section = () => screen.findByRole('region', { name: 'Documents' })
const offered = async () =>
  within(await section())
    .getAllByRole('heading', { level: 4 })
    .map((heading) => heading.textContent)

test('all three are there for whoever sees the design, with what each is for', async () => {
  opened({})
  expect(await offered()).toEqual(['Randomisation specification', 'Sealed appendix', 'Randomisation report'])
  expect(wordsOf(await section())).toContain('Block sizes, chances and limits are not in it.')
  expect(within(await section()).getAllByRole('button')).toHaveLength(6)
})

test('whoever is blinded has the text for the protocol alone', async () => {
  opened({ more: { is_blinded_whole: true } })
  expect(await offered()).toEqual(['Randomisation specification'])
})

test('a trial administrator, who sees no settings, is offered none', async () => {
  opened({ role: ADMINISTRATOR })
  await screen.findByRole('button', { name: 'Generate report' })
  expect(screen.queryByRole('region', { name: 'Documents' })).toBeNull()
})

test('before the start there is no report, and the page says so', async () => {
  opened({ trial: { started_on: null } })
  expect(wordsOf(await section())).toContain('It can be generated once the trial has been started.')
  expect(within(await section()).getAllByRole('button')).toHaveLength(4)
})

test('a press asks for a token, and has the browser download the document in its form', async () => {
  const { sent } = opened({}, [answers(api.prepareSealedAppendix, { token: 'abc' })])
  await section()
  const followed: (string | null)[] = []
  const follow = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href'))
  })
  await press('Download sealed appendix (.docx, Word)')
  expect(await screen.findByText(/The download has started/)).toBeDefined()
  expect(sent).toMatchObject([{ call: 'POST trials/1/documents/sealed-appendix' }])
  expect(followed.at(-1)).toContain('trials/1/documents/sealed-appendix/download?token=abc&format=docx')
  follow.mockRestore()
})

test('what is refused says why', async () => {
  opened({}, [refuses(api.prepareRandomisationReport, refusal('report_not_ready'))])
  await section()
  await press('Download randomisation report (.pdf)')
  expect(await screen.findByText('The document was not made')).toBeDefined()
})
