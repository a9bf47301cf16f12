import { randomUUID } from 'node:crypto'
import { MAX_IMPORTED_USERS } from '#contract/user-accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainFaults, readChain } from '../../../../support/audit-chain'
import { testPortal, type TestPortal } from '../../../../support/portal'
import { signedInAs, type SignedIn } from '../../../../support/sign-in'
import { create, createMany, entriesOf, headcount, refusalIn, shown } from './user-calls'

let world: TestPortal
let administrator: SignedIn

beforeAll(async () => {
  world = await testPortal()
  administrator = await signedInAs(world, 'administrator')
})
afterAll(() => world.stop())

let count = 0
/** A user who does not exist yet. */
const person = (more: object = {}) => {
  count += 1
  return { name: 'Ada Obi', email: `ada-${count}@example.org`, selected_timezone: 'Africa/Lagos', ...more }
}

describe('one user', () => {
  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { name: 'This field is required', email: 'This field is required' }],
    ['a name of blanks', person({ name: '  ' }), { name: 'This field is required' }],
    [
      'a name with a line break',
      person({ name: 'Ada\r\nBcc: x@example.org' }),
      { name: 'Must be a single line without control characters' },
    ],
    ['an address that is none', person({ email: 'ada at home' }), { email: 'Must be an email address' }],
    [
      'an address with a header in it',
      person({ email: 'a@example.org\nBcc: b@example.org' }),
      { email: 'Must be an email address' },
    ],
    ['two addresses', person({ email: 'a@example.org, b@example.org' }), { email: 'Must be an email address' }],
    [
      'a zone that is not supported',
      person({ selected_timezone: 'Mars/Base' }),
      { selected_timezone: 'This time zone is not supported' },
    ],
    [
      'the address of another, in other letters',
      person({ email: 'NURSE@Example.org' }),
      { email: 'This email address is already in use' },
    ],
    ['a field that is not known', person({ max_level: 4 }), { max_level: 'Unknown field' }],
  ])('with %s is refused, and nobody is created', async (_says, sent, fields) => {
    const before = await headcount(world)
    expect(refusalIn(await create(administrator, sent))).toEqual([422, fields])
    expect(await headcount(world)).toBe(before)
  })

  test('a list without insert_type=bulk is refused, and so is one user with it', async () => {
    expect(refusalIn(await create(administrator, [person()]))).toEqual([422, { body: 'Must be an object' }])
    expect(refusalIn(await createMany(administrator, person()))).toEqual([422, { body: 'Must be a list' }])
  })

  test.each(['coordinator', 'nurse', 'monitor'] as const)('%s creates nobody', async (key) => {
    expect(refusalIn(await create(await signedInAs(world, key), person()))).toEqual([403, 'forbidden'])
  })

  test('is answered by id and name, has no role, and has an account for a year', async () => {
    const sent = person({ name: '  Ada Obi ' })
    const { status, value } = await create(administrator, sent)
    expect(status).toBe(201)
    const id = value && 'id' in value ? value.id : 0
    expect(value).toEqual({ id, name: 'Ada Obi' })
    expect((await shown(administrator, id)).value).toEqual({
      id,
      ...sent,
      name: 'Ada Obi',
      is_active: true,
      is_expired: false,
      expires_at: '2027-11-21T05:03:00.000Z',
      max_level: 0,
      user_profiles: [],
      invitation: null,
      user_permissions: [],
    })
    expect((await entriesOf(world, 'user_created')).at(-1)).toEqual({
      kind: 'user_created',
      user_id: world.personId('administrator'),
      role: 'System administrator',
      trial_id: null,
      changes: [
        { field: 'name', old: null, new: 'Ada Obi' },
        { field: 'email', old: null, new: sent.email },
        { field: 'selected_timezone', old: null, new: 'Africa/Lagos' },
        { field: 'expires_at', old: null, new: '2027-11-21T05:03:00.000Z' },
      ],
    })
    expect(chainFaults(await readChain(world.database.queries, 0))).toEqual([])
  })

  test('without a zone has none', async () => {
    const { name, email } = person()
    const { value } = await create(administrator, { name, email })
    const id = value && 'id' in value ? value.id : 0
    expect((await shown(administrator, id)).value?.selected_timezone).toBe(null)
  })

  test('two at once with one address: one is created', async () => {
    const sent = person()
    const both = await Promise.all([create(administrator, sent), create(administrator, sent)])
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '422'])
  })

  test('sent twice under one key is created once', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const sent = person()
    const first = await create(administrator, sent, headers)
    const again = await create(administrator, sent, headers)
    expect([again.status, again.replayed, again.value]).toEqual([201, true, first.value])
  })
})

describe('many users', () => {
  test('with faults are refused by row and column, and nobody is created', async () => {
    const before = await headcount(world)
    const sent = [
      person(),
      person({ email: 'nurse@example.org' }),
      person({ selected_timezone: 'Europe/Nowhere' }),
      person({ email: 'twin@example.org' }),
      person({ email: 'Twin@example.org' }),
    ]
    const { status, problem } = await createMany(administrator, sent)
    expect([status, problem?.rows]).toEqual([
      422,
      [
        { row: 2, column: 'email', message: 'This email address is already in use' },
        { row: 3, column: 'selected_timezone', message: 'This time zone is not supported' },
        { row: 5, column: 'email', message: 'Same email address as row 4' },
      ],
    ])
    expect(await headcount(world)).toBe(before)
  })

  test('with rows that are no users are refused by row and column', async () => {
    const { status, problem } = await createMany(administrator, [person(), { email: 'x' }, person({ role: 1 })])
    expect([status, problem?.rows]).toEqual([
      422,
      [
        { row: 2, column: 'name', message: 'This field is required' },
        { row: 2, column: 'email', message: 'Must be an email address' },
        { row: 3, column: 'role', message: 'Unknown field' },
      ],
    ])
  })

  test('with unreadable rows get every fault of the others too, in one answer', async () => {
    const before = await headcount(world)
    const { status, problem } = await createMany(administrator, [
      person({ name: '', email: 'NURSE@example.org', selected_timezone: 'Europe/Nowhere' }),
      7,
      person({ email: 'twin@example.org' }),
      person({ email: 'twin@example.org' }),
      person({ email: 'nowhere', selected_timezone: 'Europe/Nowhere' }),
    ])
    expect([status, problem?.rows]).toEqual([
      422,
      [
        { row: 1, column: 'name', message: 'This field is required' },
        { row: 1, column: 'selected_timezone', message: 'This time zone is not supported' },
        { row: 1, column: 'email', message: 'This email address is already in use' },
        { row: 2, column: '', message: 'Must be an object' },
        { row: 4, column: 'email', message: 'Same email address as row 3' },
        { row: 5, column: 'email', message: 'Must be an email address' },
        { row: 5, column: 'selected_timezone', message: 'This time zone is not supported' },
      ],
    ])
    expect(problem?.fields).toMatchObject({ '0.name': 'This field is required', '3.email': expect.any(String) })
    expect(await headcount(world)).toBe(before)
  })

  test('with unreadable rows reveal to nobody else which addresses are taken', async () => {
    const sent = [{ email: 'nurse@example.org' }]
    expect(refusalIn(await createMany(await signedInAs(world, 'coordinator'), sent))).toEqual([403, 'forbidden'])
  })

  test('none at all, and more than the limit, are refused', async () => {
    expect(refusalIn(await createMany(administrator, []))).toEqual([422, { body: 'No import entries found' }])
    const many = Array.from({ length: MAX_IMPORTED_USERS + 1 }, () => ({ name: 'A', email: 'a@example.org' }))
    expect(refusalIn(await createMany(administrator, many))).toEqual([422, { body: 'At most 10000 users' }])
  })

  test('are created in their order, each with their entry, once for a key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const sent = [person({ name: 'First' }), person({ name: 'Second', selected_timezone: null })]
    const before = (await entriesOf(world, 'user_created')).length
    const first = await createMany(administrator, sent, headers)
    expect(first.status).toBe(201)
    const data = first.value && 'data' in first.value ? first.value.data : []
    expect(data.map(({ name }) => name)).toEqual(['First', 'Second'])
    expect((await createMany(administrator, sent, headers)).value).toEqual(first.value)
    expect((await entriesOf(world, 'user_created')).length).toBe(before + 2)
    for (const [index, { id }] of data.entries())
      expect((await shown(administrator, id)).value?.email).toBe(sent[index]?.email)
  })

  test('a body of several MiB is accepted here and nowhere else', async () => {
    const name = 'A'.repeat(250)
    const sent = Array.from({ length: 6000 }, () => ({ ...person({ name }), email: 'nurse@example.org' }))
    expect(JSON.stringify(sent).length).toBeGreaterThan(1.5 * 1024 * 1024)
    expect((await createMany(administrator, sent)).problem?.code).toBe('validation_failed')
  })

  test('nobody but people who manage users creates any', async () => {
    expect(refusalIn(await createMany(await signedInAs(world, 'coordinator'), [person()]))).toEqual([403, 'forbidden'])
  })
})
