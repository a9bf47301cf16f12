import { listMessages } from '#contract/messages'
import { listUsers } from '#contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../../src/server/doors/idp/sample-accounts'
import { ask, valueOf } from '../../../../support/ask'
import { readChain } from '../../../../support/audit-chain'
import { exported, exportPaths, exportToken, strictCsv } from '../../../../support/export-calls'
import { deliverMail } from '../../../../support/mail-room'
import { drawnAt } from '../../../../support/participant-actions'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { packTrial, type PackTrial } from '../../../../support/study-packs'

/* The emails of a trial and the users of the service as files: the content of the list, and nothing more. */

let world: TestPortal
let trial: PackTrial
let paths: ReturnType<typeof exportPaths>

beforeAll(async () => {
  world = await testPortal()
  trial = await packTrial(world, { packs: 10 })
  paths = exportPaths(trial.trial_id)
  const { administrator } = trial.people
  await drawnAt(administrator, trial, 0)
  await drawnAt(administrator, trial, 1)
  await deliverMail(world)
  await drawnAt(administrator, trial, 0)
})
afterAll(() => world.stop())

const csvOf = async (who: SampleAccountKey, name: 'emails' | 'users', query = '') => {
  const { bytes, problem } = await exported(world.url, trial.people[who], paths[name], 'csv', query)
  if (problem) throw new Error(JSON.stringify(problem))
  return strictCsv(bytes)
}

const refusedTo = async (who: SampleAccountKey, name: 'emails' | 'users') =>
  (await exportToken(trial.people[who], paths[name])).problem?.code

describe('the emails of a trial', () => {
  const listed = async (query = '') =>
    valueOf(
      await ask(
        trial.people.administrator,
        listMessages.response,
        `trials/${trial.trial_id}/messages?page_size=100${query}`,
      ),
    ).data

  test.each(['', '&state=sent', '&state=queued&state=failed', '&sort=queued&order=asc'])(
    'come as their list shows them, in its order, with the filter by state: %s',
    async (query) => {
      const messages = await listed(query)
      const rows = await csvOf('administrator', 'emails', query.slice(1))
      expect(messages.length).toBeGreaterThan(0)
      expect(rows.map((row) => [row['Recipient'], row['Participant'], row['Attempts']])).toEqual(
        messages.map(({ recipient, participant, attempts }) => [
          recipient,
          String(participant?.trial_sequence_no ?? ''),
          String(attempts),
        ]),
      )
    },
  )

  test('show each subject and state, never the text', async () => {
    const [row] = await csvOf('administrator', 'emails', 'state=queued')
    expect(row).toMatchObject({ Event: 'Randomisation', Participant: '3', Status: 'Queued', Attempts: '0' })
    expect(Object.keys(row ?? {}).join()).not.toMatch(/text|body|subject/i)
  })

  test('have the chosen columns, in their order', async () => {
    const [row] = await csvOf('administrator', 'emails', 'columns=state&columns=event')
    expect(Object.keys(row ?? {})).toEqual(['Status', 'Reason', 'Event', 'Participant', 'Participant ID', 'Details'])
  })

  test.each(['nurse', 'pharmacist', 'monitor'] as const)(
    'are for people who may see the list, not for the %s',
    async (who) => {
      expect(await refusedTo(who, 'emails')).toBe('forbidden')
    },
  )

  test('are recorded in the audit log of the trial: the list, the number of rows, columns and filters', async () => {
    const rows = await csvOf('administrator', 'emails', 'state=sent&columns=event&columns=sent_at')
    const { entries } = await readChain(world.database.queries, trial.trial_id)
    expect(entries.at(-1)).toMatchObject({
      kind: 'list_exported',
      description: `Emails of trial ${trial.trial_id} exported as CSV`,
      user_id: world.personId('administrator'),
      changes: [
        { field: 'rows', old: null, new: rows.length },
        { field: 'columns', old: null, new: 'event, sent_at' },
        { field: 'filter.sort', old: null, new: 'queued' },
        { field: 'filter.order', old: null, new: 'desc' },
        { field: 'filter.state', old: null, new: 'sent' },
      ],
    })
  })
})

describe('the users of the service', () => {
  test.each(['', 'sort=id&order=desc', 'sort=email', 'association=not_associated', 'account=active&q=nurse'])(
    'come as their list shows them, in its order: %s',
    async (query) => {
      const { administrator } = trial.people
      const { data } = valueOf(await ask(administrator, listUsers.response, `users?page_size=100&${query}`))
      const rows = await csvOf('administrator', 'users', query)
      expect(rows.map((row) => [row['ID'], row['Name'], row['Email address']])).toEqual(
        data.map(({ id, name, email }) => [String(id), name, email]),
      )
    },
  )

  test('say whether each has an account to sign in with, and whether it may be used', async () => {
    const [row] = await csvOf('administrator', 'users', 'q=nurse@example.org')
    expect(row).toMatchObject({
      'IdP association': 'Associated',
      Account: 'Active',
      'System user': 'No',
      'Expires (Etc/UTC)': '',
    })
  })

  test('say until which day of the reader an invitation can be used', async () => {
    const { queries } = world.database
    const user_id = world.personId('nurse')
    const administrator_id = world.personId('administrator')
    const inZone = (selected_timezone: string | null) =>
      queries.updateTable('users').set({ selected_timezone }).where('id', '=', administrator_id).execute()
    await queries
      .updateTable('user_profiles')
      .set({ ended_at: world.clock.now() })
      .where('user_id', '=', user_id)
      .execute()
    const day = world.clock.now().slice(0, 10)
    const until = (days: number) => new Date(Date.parse(`${day}T02:00:00.000Z`) + days * 86_400_000).toISOString()
    await queries
      .insertInto('association_tokens')
      .values({ user_id, token_hash: Buffer.from('hash'), created_at: world.clock.now(), expires_at: until(7) })
      .execute()
    const association = async () =>
      (await csvOf('administrator', 'users', 'q=nurse@example.org'))[0]?.['IdP association']
    expect(await association()).toBe(`Invited until ${until(7).slice(0, 10)}`)
    await inZone('America/New_York')
    expect(await association()).toBe(`Invited until ${until(6).slice(0, 10)}`)
    await inZone(null)
  })

  test('are for people who manage them, whatever trial they look after', async () => {
    for (const who of ['nurse', 'coordinator', 'monitor'] as const)
      expect(await refusedTo(who, 'users')).toBe('forbidden')
  })

  test('are recorded in the audit log of no trial', async () => {
    const rows = await csvOf('administrator', 'users', 'sort=id&columns=name&columns=id')
    const entry = await world.database.queries
      .selectFrom('audit_log')
      .select(['chain', 'description', 'changes'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ chain: 0, description: 'Users exported as CSV' })
    expect(JSON.stringify(entry.changes)).toContain(`"new":${rows.length}`)
    expect(JSON.stringify(entry.changes)).toContain('name, id')
  })
})
