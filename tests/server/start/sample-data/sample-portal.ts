import { pino } from 'pino'
import { readConfig } from '../../../../src/server/start/config/config'
import type { OpenDatabase } from '../../../../src/server/ground/db/open-database'
import { SAMPLE_ACCOUNTS } from '../../../../src/server/doors/idp/sample-accounts'
import { startPortal } from '../../../../src/server/start/start-portal'
import { stoppedClock, type TestPortal } from '../../../support/portal'
import { seededBytes } from '../../../support/seeded-bytes'

/**
 * A portal on an existing database, which passes its log lines to `says`. Its people are known by their email once they
 * exist.
 */
export const samplePortal = async (
  database: OpenDatabase,
  says: (line: string) => void = () => {},
): Promise<Omit<TestPortal, 'database'> & { learnPeople: () => Promise<void> }> => {
  const settings = readConfig({ INSTANCE: 'test', PORT: '0', SEED_KEY: '5e'.repeat(32) })
  if (!settings.ok) throw new Error(settings.refusal)
  const clock = stoppedClock()
  const log = pino({ base: null, timestamp: false }, { write: (line) => says(messageOf(line)) })
  const started = await startPortal(settings.value, {
    database,
    log,
    now: clock.now,
    randomBytes: seededBytes('sample'),
  })
  if (!started.ok) throw new Error(started.refusal)
  const { url, context, stop } = started.value
  let people = new Map<string, number>()
  return {
    url,
    context,
    clock,
    stop,
    learnPeople: async () => {
      const users = await database.queries.selectFrom('users').select(['id', 'email']).execute()
      people = new Map(users.map(({ id, email }) => [email, id]))
    },
    personId: (key) => {
      const id = people.get(SAMPLE_ACCOUNTS.find((account) => account.key === key)?.email ?? '')
      if (id === undefined) throw new Error(`there is no ${key}`)
      return id
    },
  }
}

const messageOf = (line: string): string => {
  const entry: { msg: string } = JSON.parse(line)
  return entry.msg
}
