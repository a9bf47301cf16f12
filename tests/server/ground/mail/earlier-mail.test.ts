import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../../src/server/ground/db/migrate'
import { deliverMail, writtenMail } from '../../../support/mail-room'
import { mailingWorld, randomiseAtNorth, staffedTrial, storedMessages, type MailingWorld } from './mailing-world'

/* Emails that an earlier version queued or sent, with names of groups in them. */

let world: MailingWorld
beforeAll(async () => {
  world = await mailingWorld()
})
afterAll(() => world.stop())

test('loses the groups, retains the packs, and is sent as the reader may read it', async () => {
  const trial = await staffedTrial(world)
  await randomiseAtNorth(world, trial)
  const earlier = {
    groups: [
      { name: 'Wrong group', label: 'L', pack_id: 'P-007' },
      { name: 'B', label: null, pack_id: null },
    ],
  }
  const { queries } = world.database
  await sql`update messages set facts = (facts - 'pack_ids') || ${JSON.stringify(earlier)}::jsonb
    where kind = 'randomisation'`.execute(queries)
  const [ofMail = ''] = MIGRATIONS.find(({ name }) => name.startsWith('0026'))?.text.split(/^alter table/m) ?? []
  await sql.raw(ofMail).execute(queries)
  const randomisations = (await storedMessages(world, trial)).filter(({ facts }) => facts.kind === 'randomisation')
  expect(randomisations.length).toBeGreaterThan(0)
  for (const { facts } of randomisations) {
    expect(facts).not.toHaveProperty('groups')
    expect(facts).toMatchObject({ pack_ids: ['P-007'] })
  }
  await deliverMail(world)
  const letter = writtenMail(world.folder).find(({ text }) => text.includes('Study group: '))
  expect(letter?.text).toContain('Study pack: P-007')
  expect(letter?.text).not.toContain('Wrong group')
})
