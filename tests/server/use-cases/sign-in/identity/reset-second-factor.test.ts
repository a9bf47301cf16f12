import { resetSecondFactor } from '#contract/user-accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grant } from '../../../../support/a-trial'
import { ask, posted } from '../../../../support/ask'
import { deliverMail, writtenMail } from '../../../../support/mail-room'
import { exchange, signedInAs, type SignedIn } from '../../../../support/sign-in'
import {
  activeAccount,
  externalWorld,
  invitationOf,
  PASSWORD,
  refFrom,
  signIn,
  type ExternalWorld,
} from '../../../doors/idp/external/external-world'
import { codeAt, enrolled, sendCode, upToCode } from '../../../doors/idp/external/second-factor-pages'
import { webBrowser } from '../../../../support/web-browser'

const EMAIL = 'amara@home.example'

let world: ExternalWorld
let administrator: SignedIn

/** The nurse's external account is associated and has a session, then a second factor. */
let session: { token: string }
let key: string
beforeAll(async () => {
  world = await externalWorld()
  await activeAccount(world, 'nurse', EMAIL)
  const { association_token } = await invitationOf(world, 'nurse')
  const browser = webBrowser()
  const returned = await signIn(world, { email: EMAIL, password: PASSWORD }, browser, association_token)
  session = JSON.parse((await exchange(world, 'lti', refFrom(returned), browser, association_token)).text)
})
afterAll(() => world.stop())
beforeEach(async () => {
  administrator = await signedInAs(world, 'administrator')
})

const reset = (who: SignedIn, userId: number) =>
  ask(who, resetSecondFactor.response, `users/${userId}/second-factor/reset`, posted(undefined))

const factors = async () =>
  (await world.database.queries.selectFrom('external_account_factors').select('account_id').execute()).length

describe('an administrator', () => {
  it('resets no second factor where there is none', async () => {
    const { status, problem } = await reset(administrator, world.personId('nurse'))
    expect([status, problem?.code]).toEqual([409, 'no_second_factor'])
  })

  it('resets neither their own nor, without looking after users, another person’s', async () => {
    ;({ key } = await enrolled(world, EMAIL))
    const own = await reset(administrator, world.personId('administrator'))
    expect([own.status, own.problem?.code]).toEqual([403, 'own_second_factor'])
    const monitor = await reset(await signedInAs(world, 'monitor'), world.personId('nurse'))
    expect([monitor.status, monitor.problem?.code]).toEqual([403, 'forbidden'])
    expect(await factors()).toBe(1)
  })

  it('does not reset that of a person who sees more', async () => {
    await grant(world, { person: 'nurse', role: 'System administrator', trial_id: null, site_id: null })
    await grant(world, {
      person: 'unblinder',
      role: 'System administrator',
      trial_id: null,
      site_id: null,
      is_blinded_whole: true,
    })
    const refused = await reset(await signedInAs(world, 'unblinder'), world.personId('nurse'))
    expect(refused.problem?.code ?? refused.status).toBe('reaches_more')
    expect(await factors()).toBe(1)
  })

  it('resets it for a lost phone: the person gets an email at both addresses, and is signed out', async () => {
    const waiting = await upToCode(world, EMAIL)
    expect((await reset(administrator, world.personId('nurse'))).status).toBe(200)
    expect(await factors()).toBe(0)
    await deliverMail(world)
    const mails = writtenMail(world.folder).filter(({ subject }) => subject.includes('was reset'))
    expect(new Set(mails.map(({ to }) => /<(.*)>/.exec(to)?.[1]))).toEqual(new Set([EMAIL, 'nurse@example.org']))
    expect(mails).toHaveLength(2)
    const me = await fetch(`${world.url}/api/v1/auth/me`, { headers: { Authorization: `Bearer ${session.token}` } })
    expect(me.status).toBe(401)
    expect((await sendCode(world, waiting.browser, codeAt(key, world.clock.now()), EMAIL)).status).toBe(400)
    const entry = await world.database.queries
      .selectFrom('audit_log')
      .select(['user_id', 'description'])
      .where('kind', '=', 'external_account_factor_reset')
      .executeTakeFirstOrThrow()
    expect(entry.user_id).toBe(world.personId('administrator'))
    expect(entry.description).toContain(EMAIL)
  })

  it('does not open the account: another factor is set up at the next sign-in', async () => {
    const page = await signIn(world, { email: EMAIL, password: PASSWORD })
    expect(page.headers.get('Location')).toBe('/idp/external/second-factor')
    await enrolled(world, EMAIL)
    expect((await signIn(world, { email: EMAIL, password: PASSWORD })).headers.get('Location')).toBe(
      '/idp/external/code',
    )
  })
})
