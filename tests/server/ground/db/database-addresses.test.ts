import { expect, it } from 'vitest'
import { databaseAddresses } from '../../../../src/server/ground/db/database-addresses'

it.each([
  ['postgres://portal:a%40b@db/trials', ['postgres://portal:a%40b@db/trials'], false],
  ['postgresql:///trials?host=/var/run/postgresql', ['postgresql:///trials?host=/var/run/postgresql'], false],
  [
    'postgres://portal:secret@db1:5432,db2:5433,[::1]/trials?target_session_attrs=read-write&sslmode=require',
    [
      'postgres://portal:secret@db1:5432/trials?sslmode=require',
      'postgres://portal:secret@db2:5433/trials?sslmode=require',
      'postgres://portal:secret@[::1]/trials?sslmode=require',
    ],
    true,
  ],
  ['postgres://portal:p@ss@db/trials', ['postgres://portal:p@ss@db/trials'], false],
  ['postgres://db/trials?target_session_attrs=any', ['postgres://db/trials?target_session_attrs=any'], false],
  ['postgres://db/trials?target_session_attrs=read-write', ['postgres://db/trials'], true],
  ['postgres://a,b/trials?target_session_attrs=primary', ['postgres://a/trials', 'postgres://b/trials'], true],
])('%s has its hosts one by one', (text, addresses, is_read_write) => {
  expect(databaseAddresses(text)).toEqual({ addresses, is_read_write })
})

it.each([
  ['another database', 'mysql://db/trials'],
  ['several hosts, of which any would do', 'postgres://db1,db2/trials'],
  ['a wish that is not known', 'postgres://db1,db2/trials?target_session_attrs=prefer-standby'],
  ['a host that is none', 'postgres://db1,d b2/trials?target_session_attrs=read-write'],
])('a list is refused where it is %s', (_, text) => {
  expect(databaseAddresses(text)).toBeNull()
})
