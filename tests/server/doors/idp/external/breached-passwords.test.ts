import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webBrowser } from '../../../../support/web-browser'
import {
  activeAccount,
  choose,
  create,
  externalWorld,
  from,
  invitationOf,
  linkTo,
  PASSWORD,
  send,
  type ExternalWorld,
} from './external-world'

/** One of the million most used passwords, in which an estimate of strength finds nothing wrong. */
const BREACHED = 'z1fkrcytdbjk'
const WORDS = 'This password is in a list of stolen passwords'

const reset = async (world: ExternalWorld, email: string): Promise<string> => {
  // At most three emails an hour are sent to one account.
  world.clock.step(60 * 60)
  await send(webBrowser(), `${world.url}/idp/external/forgotten`, { email }, from(email))
  return linkTo(world, email)
}

describe('the list in the product', () => {
  let world: ExternalWorld
  beforeAll(async () => {
    world = await externalWorld()
  })
  afterAll(() => world.stop())

  it.each([BREACHED, BREACHED.toUpperCase()])(
    'refuses %s for the first password, and the link stays valid',
    async (one) => {
      const email = one === BREACHED ? 'small@home.example' : 'capital@home.example'
      const invitation = await invitationOf(world, 'nurse')
      await create(world, { ...invitation, first_name: 'Amara', last_name: 'Hughes', email }, from(email))
      const link = await linkTo(world, email)
      const refused = await choose(world, link, one)
      expect(refused.status).toBe(422)
      expect(refused.text).toContain(WORDS)
      expect((await choose(world, link, PASSWORD)).status).toBe(303)
      world.clock.step(60 * 60)
    },
  )

  it('refuses it for another password', async () => {
    await activeAccount(world, 'pharmacist', 'pharmacist@home.example')
    const link = await reset(world, 'pharmacist@home.example')
    expect((await choose(world, link, BREACHED)).text).toContain(WORDS)
  })
})

describe('a configured service', () => {
  const lookups: string[] = []
  let answer: (response: ServerResponse) => void = (response) => response.end()
  const service = createServer((request, response) => {
    lookups.push(`${request.method} ${request.url}`)
    answer(response)
  })
  let world: ExternalWorld
  beforeAll(async () => {
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const address = service.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    world = await externalWorld({ BREACHED_PASSWORDS_URL: `http://127.0.0.1:${port}/range/` })
    await activeAccount(world, 'nurse', 'amara@home.example')
  })
  beforeEach(() => {
    lookups.length = 0
  })
  afterAll(async () => {
    await world.stop()
    service.closeAllConnections()
    service.close()
  })

  /** A password that was never stolen; the service answers what each test needs. */
  const ANOTHER = 'mortar juniper eleven sails'
  const hash = createHash('sha1').update(ANOTHER).digest('hex').toUpperCase()
  const says =
    (lines: string, status = 200): typeof answer =>
    (response) =>
      response.writeHead(status, { 'Content-Type': 'text/plain' }).end(lines)

  const chosen = async () => {
    const page = await choose(world, await reset(world, 'amara@home.example'), ANOTHER)
    return { status: page.status, isRefused: page.text.includes(WORDS) }
  }

  it('gets the first five digits of a hash, and refuses the passwords that it knows', async () => {
    answer = says(`${'0'.repeat(35)}:3\r\n${hash.slice(5)}:42\r\n`)
    expect(await chosen()).toEqual({ status: 422, isRefused: true })
    expect(lookups).toEqual([`GET /range/${hash.slice(0, 5)}`])
  })

  it('refuses nothing by the lines that only pad its answer', async () => {
    answer = says(`${hash.slice(5)}:0\r\n`)
    expect(await chosen()).toEqual({ status: 303, isRefused: false })
  })

  it('is not asked about a password that is refused anyway', async () => {
    answer = says('')
    const link = await reset(world, 'amara@home.example')
    for (const one of ['elevenchars', 'password1234', BREACHED]) {
      expect((await choose(world, link, one)).status).toBe(422)
    }
    expect(lookups).toEqual([])
  })

  it.each<[string, typeof answer]>([
    ['fails', says('', 500)],
    ['hangs up', (response) => response.destroy()],
    ['never answers', () => {}],
  ])('lets a person choose a password where it %s, and that is logged', async (_how, failing) => {
    answer = failing
    const before = world.log().length
    expect(await chosen()).toEqual({ status: 303, isRefused: false })
    expect(world.log().slice(before)).toContain('the service for breached passwords could not be asked')
  })
})
