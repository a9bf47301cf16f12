import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../../src/server/ground/db/migrate'
import { aTrial, type BuiltTrial } from '../../../support/a-trial'
import { testPortal, type TestPortal } from '../../../support/portal'
import { randomise } from '../../../support/randomise'
import { signedInAs, type SignedIn } from '../../../support/sign-in'

/* IDs that were stored while they were compared with characters that no one sees. */

const MIGRATION = MIGRATIONS.find(({ name }) => name === '0059-participant-ids-as-they-look')

let world: TestPortal
let administrator: SignedIn
let trial: BuiltTrial
beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
  trial = await aTrial(world, { is_participant_id_used: true, participant_id_warning_id: 3 })
})
afterAll(() => world.stop())

const queries = () => world.database.queries
const migrated = () => sql.raw(MIGRATION?.text ?? '').execute(queries())
const sent = (participant_id: string) =>
  randomise(administrator, trial.trial_id, { site_id: trial.sites[0]?.id, participant_id })

/** The characters that no one sees, without halves of pairs; of the long block of tags every 63rd, with its last. */
const UNSEEN = Array.from({ length: 0x10ffff }, (_, code) => code)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && (code < 0xe_0000 || code % 63 === 0xe_0fff % 63))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /\p{Default_Ignorable_Code_Point}/u.test(letter))
  .join('')

test.each([
  ['an invisible mark', 'P-17\u200E'],
  ['a letter and its accent in two characters', 'E\u0301-18'],
  ['an invisible mark and a space that trimming left', 'P-19\u00A0\u200E'],
])('one with %s is found as a duplicate of itself', async (_what, participant_id) => {
  const [participant] = (await sent(participant_id)).participants
  const id = participant?.id ?? 0
  const before = participant_id.trim().toLowerCase()
  await queries().updateTable('participants').set({ comparable_id: before }).where('id', '=', id).execute()
  await migrated()
  const stored = queries().selectFrom('participants').select('comparable_id').where('id', '=', id)
  expect(await stored.executeTakeFirstOrThrow()).toEqual({ comparable_id: comparableParticipantId(participant_id) })
  expect((await sent(participant_id)).problem?.code).toBe('participant_id_duplicate')
})

test('of two who wait under IDs that look the same, only the first is compared without any invisible character', async () => {
  const at = { trial_id: trial.trial_id, site_id: trial.sites[0]?.id ?? 0, created_by: world.personId('administrator') }
  const waiting = ['w-1\u200E', 'w-1\u200B', 'w-2\u200E', 'w-2', `w-${UNSEEN}3`].map((comparable_id) => ({
    ...at,
    participant_id: comparable_id,
    comparable_id,
    answers: JSON.stringify([]),
    comment: null,
    created_at: world.context.now(),
  }))
  await queries().insertInto('waiting_participants').values(waiting).execute()
  await migrated()
  const rows = queries().selectFrom('waiting_participants').select('comparable_id').orderBy('id')
  expect((await rows.execute()).map((row) => row.comparable_id)).toEqual([
    'w-1',
    'w-1\u200B',
    'w-2\u200E',
    'w-2',
    'w-3',
  ])
})
