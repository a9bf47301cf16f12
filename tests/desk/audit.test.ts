import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect } from 'vitest'
import { journeys } from '../support/journey'
import { pageFaults } from '../support/page-faults'
import type { Visitor } from '../support/visitor'

/* The audit log is read in a browser: found, unfolded, reviewed and checked. */

const test = journeys('sample')

const EXPORTED = v.object({ entries: v.array(v.object({ trial_id: v.number() })) })

const searchesFor = async (who: Visitor, term: string) => {
  await who.page.getByPlaceholder('Enter search term...').fill(term)
  await who.page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
}

test('an entry is searched for, unfolded and reviewed, and the address has all of it', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/')
  await administrator.presses('Auditing', 'link')
  await administrator.seesHeading('Auditing')
  const table = administrator.page.getByRole('table', { name: 'Audit entries' })
  await table.waitFor()
  const headings = await table.getByRole('columnheader').allTextContents()
  expect(headings).toEqual(['ID', 'Date/time', 'Actioned by', 'Trial number', 'Action', 'Description', 'Details'])

  await administrator.page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await administrator.isAt(/page=2/)
  await searchesFor(administrator, '  trial update  ')
  await administrator.isAt(/\/audit-logs\?q=trial\+update$/)
  await table.getByText('Trial update', { exact: true }).first().waitFor()
  await administrator
    .finds('link', /^Details of entry/)
    .first()
    .click()
  await administrator.isAt(/open=\d+/)
  await administrator.sees('Kind of action')
  await administrator.reloads()
  await administrator.sees('No one has reviewed this entry yet.')

  await administrator.presses(/^Mark entry \d+ as reviewed$/)
  await administrator.sees('Please enter a finding')
  await administrator.page.getByRole('textbox', { name: 'Finding' }).fill('As agreed with the sponsor')
  await administrator.presses(/^Mark entry \d+ as reviewed$/)
  await administrator.sees(/^Entry \d+ marked as reviewed$/)
  await administrator.page.getByText('As agreed with the sponsor', { exact: true }).waitFor()

  await administrator.presses('Filters')
  await administrator.page.getByLabel('Trial number').fill('one')
  await searchesFor(administrator, '')
  await administrator.sees('Must be a whole number from 1')
  await administrator.page.getByLabel('Trial number').fill('1')
  await searchesFor(administrator, '')
  await administrator.isAt(/\/audit-logs\?trial_id=1$/)
  await administrator.presses('Export')
  const json = administrator.page.getByRole('menuitem', { name: 'JSON (.json)' })
  const [download] = await Promise.all([administrator.page.waitForEvent('download'), json.click()])
  expect(download.suggestedFilename()).toMatch(/^audit-log-[\d-]+\.json$/)
  const { entries } = v.parse(EXPORTED, JSON.parse(readFileSync(await download.path(), 'utf8')))
  expect(new Set(entries.map(({ trial_id }) => trial_id))).toEqual(new Set([1]))
  await searchesFor(administrator, 'nothing of the kind')
  await administrator.seesHeading('No audit entries found')
  await administrator.presses('Clear the search')
  await administrator.isAt(/\/audit-logs$/)
  await table.waitFor()
})

test('the chains are checked, and an altered row is named', async ({ arrive, portal }) => {
  const administrator = await arrive({ as: 'administrator' })
  await administrator.opens('/audit-logs')
  await administrator.presses('Check the audit log')
  await administrator.sees('The audit log is intact')
  const { queries } = portal.database
  const entry = await queries
    .selectFrom('audit_log')
    .select(['id', 'description'])
    .where('chain', '=', 1)
    .where('position', '=', 2)
    .executeTakeFirstOrThrow()
  const becomes = async (description: string) =>
    queries.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`update audit_log set description = ${description} where id = ${entry.id}`.execute(transaction)
    })
  await becomes('Nothing happened')
  await administrator.presses('Check the audit log')
  await administrator.sees('The audit log was altered')
  await administrator.sees(new RegExp(`Entry 2 of trial 1 \\(ID ${entry.id}\\) was changed`))
  await becomes(entry.description)
})

test('nobody else may read it', async ({ arrive }) => {
  const coordinator = await arrive({ as: 'coordinator' })
  await coordinator.opens('/')
  await coordinator.seesHeading(/^Welcome/)
  expect(await coordinator.finds('link', 'Auditing').count()).toBe(0)
  await coordinator.opens('/audit-logs')
  await coordinator.seesHeading('You do not have permission to see this')
})

const STATES = [
  { state: 'the list', path: '/audit-logs', see: /^Details of entry/ },
  { state: 'filtered', path: '/audit-logs?trial_id=1&kind=randomised', see: /^Details of entry/ },
  { state: 'nothing found', path: '/audit-logs?q=nothing', see: null },
]

test('every state is accessible, in both schemes and at every width', async ({ arrive }) => {
  const administrator = await arrive({ as: 'administrator' })
  const faults: Record<string, string[]> = {}
  const look = async (state: string) => {
    const problems = await pageFaults(administrator.page)
    if (problems.length > 0) faults[state] = problems
  }
  for (const { state, path, see } of STATES) {
    await administrator.opens(path)
    await administrator.seesHeading(see === null ? 'No audit entries found' : 'Auditing')
    if (see !== null) await administrator.finds('link', see).first().waitFor()
    await look(state)
  }
  await administrator.opens('/audit-logs?kind=trial_created')
  await administrator
    .finds('link', /^Details of entry/)
    .first()
    .click()
  await administrator.sees('New value')
  await look('unfolded')
  await administrator.presses('Check the audit log')
  await administrator.sees('The audit log is intact')
  await look('checked')
  expect(faults).toEqual({})
})
