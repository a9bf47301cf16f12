// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { Answer } from '#contract/endpoint'
import { refusal } from '#contract/errors'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press } from '../../by-hand'
import { answers, AS_ADMINISTRATOR, delayed, holds, inTurn, openApp, refuses } from '../../open-app'

/* The result of a check of the audit log, on its page. */

const shown = async (result: Answer<typeof api.checkAuditLogs>): Promise<HTMLElement> => {
  openApp('/audit-logs', [AS_ADMINISTRATOR, holds(api.listAuditLogs), answers(api.checkAuditLogs, result)])
  await press('Check the audit log')
  return screen.findByRole('alert')
}
const said = async (result: Answer<typeof api.checkAuditLogs>) => (await shown(result)).textContent

const RIGHT = { checked: 1234, first_wrong: null, others_wrong: [] }

test('a correct log says how much was checked', async () => {
  expect(await said(RIGHT)).toContain('1,234 entries checked. None was changed, removed or moved.')
})

test('a wrong one is reported for every chain, with a link to each entry', async () => {
  const alert = await shown({
    checked: 5,
    first_wrong: { id: 17, trial_id: 2, position: 3, fault: 'altered' },
    others_wrong: [
      { id: null, trial_id: 4, position: 1, fault: 'missing' },
      { id: 19, trial_id: null, position: 9, fault: 'added' },
      { id: 23, trial_id: 6, position: 4, fault: 'missing' },
      { id: 29, trial_id: 7, position: 5, fault: 'reordered' },
      { id: null, trial_id: 8, position: 6, fault: 'chain_altered' },
    ],
  })
  for (const words of [
    'Entry 3 of trial 2 (ID 17) was changed.',
    'Entry 1 of trial 4 is missing.',
    'Entry 9 outside all trials (ID 19) was added after the end.',
    'Entry 4 of trial 6 is missing before the entry with ID 23.',
    'Entry 5 of trial 7 (ID 29) is out of order: an earlier entry follows it.',
    'The entries of trial 8 do not end where they should. They end after entry 6.',
  ])
    expect(alert.textContent).toContain(words)
  const links = within(alert).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    [17, 19, 23, 29].map((id) => [`ID ${id}`, `/audit-logs?open=${id}`]),
  )
})

test.each([
  ['right', RIGHT],
  ['wrong', { ...RIGHT, first_wrong: { id: 17, trial_id: 2, position: 3, fault: 'altered' } as const }],
])('where all is %s, it says that protected trials may not have been checked', async (_, result) => {
  expect(await said(result)).toContain('does not cover protected trials in which you have no permission')
})

test('the result of an earlier check is not shown while another is under way, nor after it has failed', async () => {
  const failing = delayed(refuses(api.checkAuditLogs, refusal('forbidden')))
  const checks = inTurn(answers(api.checkAuditLogs, RIGHT), failing)
  openApp('/audit-logs', [AS_ADMINISTRATOR, holds(api.listAuditLogs), checks])
  await press('Check the audit log')
  await screen.findByText('The audit log is intact')
  await press('Check the audit log')
  expect(screen.queryByText('The audit log is intact')).toBeNull()
  failing.letGo()
  await waitFor(() => expect(document.body.textContent).toContain('The audit log was not checked'))
  expect(screen.queryByText('The audit log is intact')).toBeNull()
})
