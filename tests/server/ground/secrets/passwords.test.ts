import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passwordFault } from '../../../../src/server/use-cases/sign-in/external-accounts/password-fault'
import { createPasswords, PASSWORD_COST } from '../../../../src/server/ground/secrets/passwords'
import { testPortal } from '../../../support/portal'
import { seededBytes } from '../../../support/seeded-bytes'
import {
  activeAccount,
  CHEAP,
  externalWorld,
  PASSWORD,
  signIn,
  type ExternalWorld,
} from '../../doors/idp/external/external-world'

const KNOWN = ['amara.hughes@home.example', 'Amara Hughes', 'Randomisation Service', 'Equipoise']

describe('each fault of a password has a message', () => {
  it.each([
    ['elevenchars', 'The password must have at least 12 characters.'],
    ['🦉🦉🦉🦉🦉🦉🦉🦉🦉🦉🦉', 'The password must have at least 12 characters.'],
    ['x'.repeat(201), 'The password can have at most 200 characters.'],
    ['aaaaaaaaaaaa', 'This password is too easy to guess. It repeats one character.'],
    ['abcabcabcabc', 'This password is too easy to guess. It repeats the same few characters.'],
    ['password1234', 'This password is too easy to guess. It resembles a common password.'],
    ['P@ssw0rd2026!', 'This password is too easy to guess.'],
    [
      'amara.hughes',
      'This password is too easy to guess. It contains your name, your address or the name of this service.',
    ],
    [
      'Equipoise2026',
      'This password is too easy to guess. It contains your name, your address or the name of this service.',
    ],
    [`${'ab'.repeat(40)}lantern orbit thistle`, 'This password is too easy to guess.'],
    ['lantern orbit thistle', null],
    ['дванадцять-сов-у-лісі', null],
    ['xK8#mq2$vL9!', null],
  ])('%s', async (password, fault) => {
    expect((await passwordFault(password, KNOWN)) ?? 'Not a word.').toContain(fault ?? 'Not a word.')
  })
})

describe('a hash', () => {
  const cheap = createPasswords(CHEAP, seededBytes('salt'))

  it('uses the required Argon2id cost and its own salt', async () => {
    const { hash } = createPasswords(PASSWORD_COST, seededBytes('salt'))
    const [one, other] = [await hash(PASSWORD), await hash(PASSWORD)]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(other).not.toBe(one)
  })

  it('is of the letters, however a keyboard composes them', async () => {
    const hashed = await cheap.hash('caf\u00e9 au lait svp')
    expect(await cheap.verify(hashed, 'cafe\u0301 au lait svp')).toBe(true)
    expect(await cheap.verify(hashed, 'cafe au lait svp')).toBe(false)
  })

  it('of nobody matches no password', async () => {
    expect(await cheap.verify(null, PASSWORD)).toBe(false)
  })
})

describe('when hashes cost more', () => {
  let world: ExternalWorld
  beforeAll(async () => {
    world = await externalWorld()
    await activeAccount(world, 'nurse', 'amara@home.example')
  })
  afterAll(() => world.stop())

  it('the right password is hashed again, and stays right', async () => {
    const dearer = createPasswords({ ...CHEAP, timeCost: 2 }, seededBytes('other salt'))
    const later = await testPortal({ beside: world, passwords: dearer })
    const right = { email: 'amara@home.example', password: PASSWORD }
    const stored = async () => {
      const rows = world.database.queries.selectFrom('external_accounts').select('password_hash')
      return (await rows.executeTakeFirstOrThrow()).password_hash
    }
    const tried = (password: string) => signIn({ ...world, url: later.url }, { ...right, password })
    expect(await stored()).toContain('t=1')
    expect((await tried('wrong')).status).toBe(422)
    expect(await stored()).toContain('t=1')
    expect([(await tried(PASSWORD)).status, await stored()]).toEqual([302, expect.stringContaining('t=2')])
    expect((await tried(PASSWORD)).status).toBe(302)
    await later.stop()
  })
})
