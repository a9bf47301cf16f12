// @vitest-environment happy-dom
import { listAuditLogs } from '#contract/audit-logs'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownAuditEntry } from '../../a-shown-record'
import { press } from '../../by-hand'
import { answers, AS_ADMINISTRATOR, listOf, openApp } from '../../open-app'

/* The log can be filtered to entries that wait for a review, by the address and by hand. */

const LOG = answers(listAuditLogs, { ...listOf(aShownAuditEntry()), has_more: false })
const reviewOf = async () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Review' })

test('an address with a filter for unreviewed entries opens the filters with it', async () => {
  openApp('/audit-logs?review_status=unreviewed', [AS_ADMINISTRATOR, LOG])
  expect((await reviewOf()).value).toBe('Not reviewed')
  await press('Clear the search')
  await waitFor(async () => expect((await reviewOf()).value).toBe('All'))
})

test('chosen filters go into the address when Search is pressed', async () => {
  const { address } = openApp('/audit-logs', [AS_ADMINISTRATOR, LOG])
  await press('Filters')
  await press('Review', 'combobox')
  await press('Reviewed', 'option')
  await press('Search')
  await waitFor(() => expect(address()).toBe('/audit-logs?review_status=reviewed'))
})
