import { MOST_IMPORTED_USERS } from '#contract/user-accounts'
import { csvText } from '#domain/csv'
import { readCsv } from '../../src/client/csv/read-csv'
import { USER_FILE, userFaults } from '../../src/client/screens/users/import/user-rows'
import { timeZones } from '../../src/server/calendar'
import { testPortal } from '../support/portal'
import { signedInAs } from '../support/sign-in'

/** How long the largest file of users takes, in milliseconds: read and checked in the browser's code, then created over HTTP. */
export const userImportTimes = async (): Promise<Record<string, string | number>[]> => {
  const zones = timeZones()
  const rows = Array.from({ length: MOST_IMPORTED_USERS }, (_, row) => [
    `Somebody with a Name ${row}`,
    `somebody-${row}@example.org`,
    zones[row % zones.length] ?? '',
  ])
  const file = new TextEncoder().encode(csvText([['name', 'email', 'timezone'], ...rows]))
  const begun = performance.now()
  const read = readCsv(file, USER_FILE)
  const users = read.ok ? read.value.map(({ cells }) => cells) : []
  const faults = userFaults(users, new Set(zones))
  const previewed = performance.now()

  const world = await testPortal()
  const administrator = await signedInAs(world, 'administrator')
  const sentAt = performance.now()
  const { status } = await administrator.fetch('users?insert_type=bulk', {
    method: 'POST',
    body: JSON.stringify(users),
  })
  const createdAt = performance.now()
  await world.stop()
  return [
    {
      users: users.length,
      problems: faults.length,
      'preview (ms)': Math.round(previewed - begun),
      'import (ms)': Math.round(createdAt - sentAt),
      answer: status,
    },
  ]
}
