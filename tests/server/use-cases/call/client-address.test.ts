import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readConfig } from '../../../../src/server/start/config/config'
import { clientAddress } from '../../../../src/server/use-cases/call/client-address'

const settingsOf = (TRUSTED_PROXIES: string | undefined) => {
  const settings = readConfig({ TRUSTED_PROXIES })
  if (!settings.ok) throw new Error(settings.refusal)
  return settings.value
}

/** The address by which a request is counted, when its connection comes from `remoteAddress`. */
const counted = async (proxies: string | undefined, remoteAddress: string, forwardedFor: string | undefined) => {
  const settings = settingsOf(proxies)
  const app = new Hono().get('/', (requestContext) => requestContext.text(clientAddress(requestContext, settings)))
  const headers = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }
  return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })).text()
}

test.each([
  ['another machine', '203.0.113.9', '203.0.113.9'],
  ['this machine', '127.0.0.1', '127.0.0.1'],
  ['this machine by IPv6', '::1', '0:0:0:0'],
  ['this machine, over a socket of IPv6', '::ffff:127.0.0.1', '127.0.0.1'],
  ['a private network', '10.1.2.3', '10.1.2.3'],
])('trusts no unnamed proxy, from %s', async (_, peer, address) => {
  expect(await counted(undefined, peer, '198.51.100.7')).toBe(address)
  expect(await counted('192.0.2.1, 2001:db8:ffff::/48', peer, '198.51.100.7')).toBe(address)
})

const PROXIES = '127.0.0.1, 10.0.0.0/8,::1 ,fd00:1::/32'

test.each([
  ['who asks directly', '203.0.113.9', undefined, '203.0.113.9'],
  ['who says that somebody else asks', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['a proxy that is named', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['one in a network that is named', '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['one beside that network', '11.1.2.3', '198.51.100.7', '11.1.2.3'],
  ['one beside the address', '127.0.0.2', '198.51.100.7', '127.0.0.2'],
  ['one that is named, over a socket of IPv6', '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['one that is named, by IPv6', '::1', '2001:DB8:1:2::5', '2001:db8:1:2'],
  ['one in a network of IPv6', 'fd00:1:2::9', '198.51.100.7', '198.51.100.7'],
  ['one beside that network of IPv6', 'fd00:2::9', '2001:DB8:1:2::5', 'fd00:2:0:0'],
  ['a proxy whose asker named others', '127.0.0.1', 'evil, 1.2.3.4 , 198.51.100.7', '198.51.100.7'],
  ['a proxy behind another that is named', '127.0.0.1', '1.2.3.4, 198.51.100.7, 10.9.8.7', '198.51.100.7'],
  ['a proxy behind one that is not', '127.0.0.1', '198.51.100.7, 11.9.8.7', '11.9.8.7'],
  ['proxies all the way', '127.0.0.1', '10.1.1.1, 10.9.8.7', '10.1.1.1'],
  ['a proxy that says nothing', '127.0.0.1', undefined, '127.0.0.1'],
  ['a proxy that says nothing of use', '127.0.0.1', '198.51.100.7, unknown', '127.0.0.1'],
  ['a household of IPv6', '2001:db8:1:2:aaaa::1', undefined, '2001:db8:1:2'],
  ['the same household', '2001:db8:1:2:bbbb:cccc:dddd:eeee', undefined, '2001:db8:1:2'],
  ['a short address of IPv6', '2001:db8::1', undefined, '2001:db8:0:0'],
])('%s', async (_, peer, forwardedFor, address) => {
  expect(await counted(PROXIES, peer, forwardedFor)).toBe(address)
})
