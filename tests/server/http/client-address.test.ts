import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress } from '../../../src/server/http/client-address'

test.each([
  ['who asks himself', '203.0.113.9', undefined, '203.0.113.9'],
  ['who says that he is somebody else', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
  ['a proxy on this machine', '127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['who is in the same private network and says so', '10.1.2.3', '198.51.100.7', '10.1.2.3'],
  ['the same by another range', '192.168.0.4', '198.51.100.7', '192.168.0.4'],
  ['the same, over a socket of IPv6', '::ffff:172.20.0.1', '198.51.100.7', '172.20.0.1'],
  ['the same of its own link', '169.254.7.7', '127.0.0.1', '169.254.7.7'],
  ['a proxy on this machine, over a socket of IPv6', '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['a proxy whose asker named others', '127.0.0.1', 'evil, 1.2.3.4 , 198.51.100.7', '198.51.100.7'],
  ['a proxy that says nothing', '127.0.0.1', undefined, '127.0.0.1'],
  ['a proxy that says nothing of use', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['a household of IPv6', '2001:db8:1:2:aaaa::1', undefined, '2001:db8:1:2'],
  ['the same household', '2001:db8:1:2:bbbb:cccc:dddd:eeee', undefined, '2001:db8:1:2'],
  ['a short address of IPv6', '2001:db8::1', undefined, '2001:db8:0:0'],
  ['who says so in a private network of IPv6', 'fd00::1', '2001:DB8:1:2::5', 'fd00:0:0:0'],
  ['a proxy on this machine, by IPv6', '::1', '2001:DB8:1:2::5', '2001:db8:1:2'],
  ['this machine by IPv6', '::1', undefined, '0:0:0:0'],
])('%s', async (_, remoteAddress, told, address) => {
  const app = new Hono().get('/', (context) => context.text(clientAddress(context)))
  const headers = told === undefined ? {} : { 'X-Forwarded-For': told }
  const asked = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })
  expect(await asked.text()).toBe(address)
})
