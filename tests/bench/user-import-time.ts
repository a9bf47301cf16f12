import { API_BASE } from '#contract/api-address'
import { createUsers, MAX_IMPORTED_USERS } from '#contract/user-accounts'
import { csvText } from '#domain/csv'
import { join } from 'node:path'
import { readCsv } from '../../src/client/ui/csv/read-csv'
import { USER_FILE, userFaults } from '../../src/client/subjects/people/users/import/user-rows'
import { timeZones } from '../../src/server/ground/time/time-zones'
import { startServer } from '../support/server-process'
import type { Row } from './table'

/** The milliseconds of the largest file of users: read and checked by the browser's code, then created over HTTP. */
export const userImportTimes = async (work: string): Promise<Row[]> => {
  const zones = timeZones()
  const rows = Array.from({ length: MAX_IMPORTED_USERS }, (_, row) => [
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

  const server = await startServer({ database_url: undefined, data_dir: join(work, 'users') })
  try {
    const sentAt = performance.now()
    const answer = await fetch(`${server.url}${API_BASE}/${createUsers.path}?insert_type=bulk`, {
      method: createUsers.method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${server.token}` },
      body: JSON.stringify(users),
    })
    const { status } = answer
    await answer.arrayBuffer()
    return [
      {
        users: users.length,
        problems: faults.length,
        'preview (ms)': Math.round(previewed - begun),
        'import (ms)': Math.round(performance.now() - sentAt),
        answer: status,
      },
    ]
  } finally {
    await server.stop()
  }
}
