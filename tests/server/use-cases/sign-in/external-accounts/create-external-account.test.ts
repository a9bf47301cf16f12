import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailingWorld } from '../../../ground/mail/mailing-world'
import {
  activeAccount,
  choose,
  create,
  externalWorld,
  from,
  invitationOf,
  linkTo,
  mailTo,
  PASSWORD,
  type ExternalWorld,
} from '../../../doors/idp/external/external-world'

let world: ExternalWorld
beforeAll(async () => {
  world = await externalWorld()
})
afterAll(() => world.stop())

let count = 0
/** An address that nobody has used yet. */
let email = ''
beforeEach(() => {
  count += 1
  email = `person-${count}@home.example`
  world.clock.step(2 * 60 * 60)
})

const NAMED = { first_name: 'Amara', last_name: 'Hughes' }
const NEW = { status: 200, insert: false, activate: false }
const KNOWN = { status: 200, insert: true, activate: false }
const ACTIVE = { status: 200, insert: true, activate: true }

const mailsTo = async (address: string) => {
  await mailTo(world, address)
  const rows = await world.database.queries
    .selectFrom('messages')
    .select('kind')
    .where('recipient_address', '=', address)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

describe('the answer to a request for an external account', () => {
  it('says that the account is new where the address has none', async () => {
    const invitation = await invitationOf(world, 'nurse')
    expect(await create(world, { ...invitation, ...NAMED, email })).toMatchObject(NEW)
    expect(await mailsTo(email)).toEqual(['external_account_activation'])
  })

  it('says that there is one where it waits for its password; the email is sent again, and the first link ends', async () => {
    const invitation = await invitationOf(world, 'nurse')
    await create(world, { ...invitation, ...NAMED, email })
    world.clock.step(61)
    expect(await create(world, { ...invitation, ...NAMED, email: email.toUpperCase() })).toMatchObject(KNOWN)
    expect(await mailsTo(email)).toEqual(['external_account_activation', 'external_account_activation'])
    const live = await world.database.queries
      .selectFrom('external_account_links')
      .innerJoin('external_accounts', 'id', 'account_id')
      .select('email')
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .execute()
    expect(live).toHaveLength(1)
  })

  it('says that both are new where one person asks for two; neither email replaces the other', async () => {
    const invitation = await invitationOf(world, 'nurse')
    const both = [email, `other-${email}`]
    for (const one of both) expect(await create(world, { ...invitation, ...NAMED, email: one })).toMatchObject(NEW)
    for (const one of both) {
      const token = await linkTo(world, one)
      expect((await mailTo(world, one))?.text).not.toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
      expect((await choose(world, token, PASSWORD)).status).toBe(303)
    }
  })

  it('says that the account is active, without an email', async () => {
    const invitation = await activeAccount(world, 'nurse', email)
    const before = await mailsTo(email)
    world.clock.step(61)
    expect(await create(world, { ...invitation, ...NAMED, email })).toMatchObject(ACTIVE)
    expect(await mailsTo(email)).toEqual(before)
  })

  it('says the true state for the person’s own address, under which another person’s invitation made one', async () => {
    await activeAccount(world, 'pharmacist', 'unblinder@example.org')
    const invitation = await invitationOf(world, 'unblinder')
    expect(await create(world, { ...invitation, ...NAMED, email: 'Unblinder@example.org' })).toMatchObject(ACTIVE)
  })

  it('says that the account is new for another person’s address, whose owner is informed', async () => {
    await activeAccount(world, 'pharmacist', email)
    const invitation = await invitationOf(world, 'nurse')
    expect(await create(world, { ...invitation, ...NAMED, email })).toMatchObject(NEW)
    expect((await mailsTo(email)).at(-1)).toBe('external_account_asked_for')
  })
})

describe('a repeat', () => {
  it('from a browser that lost its answer gets the first answer, and nothing happens again', async () => {
    const body = { ...(await invitationOf(world, 'nurse')), ...NAMED, email }
    const both = await Promise.all([create(world, body), create(world, body)])
    expect(both).toEqual([expect.objectContaining(NEW), expect.objectContaining(NEW)])
    expect(both.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(1)
    world.clock.step(59)
    expect(await create(world, body)).toMatchObject(NEW)
    expect(await mailsTo(email)).toEqual(['external_account_activation'])
  })

  it('under the same key gets it however late; under another key it is another request', async () => {
    const body = { ...(await invitationOf(world, 'nurse')), ...NAMED, email }
    const under = (key: string) => create(world, body, { 'Idempotency-Key': key })
    expect(await under('one')).toMatchObject(NEW)
    world.clock.step(3600)
    expect([await under('one'), await under('two')]).toEqual([
      expect.objectContaining(NEW),
      expect.objectContaining(KNOWN),
    ])
  })

  it('under the same key with another body is refused, and nothing is sent', async () => {
    const body = { ...(await invitationOf(world, 'nurse')), ...NAMED, email }
    const key = { 'Idempotency-Key': 'used' }
    expect(await create(world, body, key)).toMatchObject(NEW)
    const others = [{ last_name: 'Hughes-Okafor' }, { email: `other-${email}` }]
    for (const other of others)
      expect(await create(world, { ...body, ...other }, key)).toMatchObject({
        status: 422,
        code: 'idempotency_key_reused',
      })
    expect([await mailsTo(email), await mailsTo(`other-${email}`)]).toEqual([['external_account_activation'], []])
    expect(await create(world, body, key)).toMatchObject(NEW)
  })

  it('is not counted', async () => {
    const body = { ...(await invitationOf(world, 'nurse')), ...NAMED, email }
    for (let times = 0; times < 12; times += 1) expect(await create(world, body, from('repeats'))).toMatchObject(NEW)
  })
})

it('a person with one name needs no second one', async () => {
  const body = { ...(await invitationOf(world, 'nurse')), first_name: ' Cher ', last_name: ' ', email }
  expect(await create(world, body)).toMatchObject(NEW)
  const account = world.database.queries.selectFrom('external_accounts').select(['first_name', 'last_name'])
  expect(await account.where('email', '=', email).execute()).toEqual([{ first_name: 'Cher', last_name: '' }])
  const entry = world.database.queries.selectFrom('audit_log').select('changes').orderBy('id', 'desc').limit(1)
  expect((await entry.executeTakeFirstOrThrow()).changes).toEqual([{ field: 'name', old: null, new: 'Cher' }])
})

describe('the request is refused', () => {
  it.each([
    ['an invitation that nobody was sent', { association_token: 'x'.repeat(43) }],
    ['one that is somebody else’s', { user_id: 1_000_000 }],
  ])('%s', async (_, change) => {
    const invitation = await invitationOf(world, 'nurse')
    const refused = await create(world, { ...invitation, ...NAMED, email, ...change })
    expect(refused).toMatchObject({ status: 404, code: 'association_token_invalid' })
    expect(await mailsTo(email)).toEqual([])
  })

  it.each([
    ['after a week', async () => world.clock.step(7 * 24 * 60 * 60)],
    ['once a later one has been sent', async () => void (await invitationOf(world, 'coordinator'))],
    [
      'while its person is inactive',
      async () => {
        const account = world.database.queries.updateTable('users').set({ is_active: false })
        await account.where('id', '=', world.personId('coordinator')).execute()
      },
    ],
  ])('with an invitation %s', async (_, happens) => {
    const invitation = await invitationOf(world, 'coordinator')
    await happens()
    const refused = await create(world, { ...invitation, ...NAMED, email })
    expect(refused).toMatchObject({ status: 404, code: 'association_token_invalid' })
  })

  it('more than ten times an hour from one network, however wrong the invitations are', async () => {
    const guess = (place: number) =>
      create(world, { user_id: 1, ...NAMED, email, association_token: `guess-${place}` }, from('a guesser'))
    for (let place = 0; place < 10; place += 1) expect((await guess(place)).status).toBe(404)
    const last = await guess(10)
    expect([last.code, last.status, last.headers.get('Retry-After')]).toEqual(['too_many_tries', 429, '3600'])
  })

  it('more than five times an hour under one invitation, as each may send an email to anybody', async () => {
    const invitation = await invitationOf(world, 'nurse')
    const asking = (place: number) =>
      create(world, { ...invitation, ...NAMED, email: `stranger-${place}@home.example` }, from(`stranger ${place}`))
    for (let place = 0; place < 5; place += 1) expect((await asking(place)).status).toBe(200)
    expect((await asking(5)).code).toBe('too_many_tries')
    expect(await mailsTo('stranger-5@home.example')).toEqual([])
  })

  it('where a real provider has the external accounts', async () => {
    const settings = {
      OIDC_LTI_ISSUER: 'https://accounts.example.org',
      OIDC_LTI_CLIENT_ID: 'equipoise',
      OIDC_LTI_CLIENT_SECRET: 'a secret',
    }
    const elsewhere = await mailingWorld(settings)
    const refused = await create({ ...world, ...elsewhere }, { user_id: 1, ...NAMED, email, association_token: 'any' })
    const page = await fetch(`${elsewhere.url}/idp/external/sign-in`)
    await elsewhere.stop()
    expect([refused.code, page.status]).toEqual(['not_found', 404])
  })
})
