import { getServiceStatus } from '#contract/service-status'
import { Client } from 'pg'
import * as v from 'valibot'
import { until } from '../support/until'
import type { CommitFault, Weather } from './database-way'
import { RECIPIENT, type FaultedPlace, type GroundName } from './faulted-place'
import { ask } from './reckon'

/** Ends a fault. */
type Undo = () => Promise<unknown> | void

/** A fault, and the number of times that `npm run test:full` inflicts it. */
export type Fault = {
  name: string
  on: GroundName
  times: number
  /** The seconds after its end within which everybody randomises again, on a machine that has other work too. */
  limit: number
  /** Begins the fault, and waits until people or the portal are affected. */
  inflict: (place: FaultedPlace) => Promise<Undo>
}

const LIMIT = 120
const KILLS_OF_PORTAL = 1_000
const KILLS_OF_DATABASE = 200
const TIMES = 100

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const MINUTES_MS = 60_000

const PATIENCE = 600_000

/** Waits for this many further requests without an answer or with a refusal. */
const untilRefused = async ({ load }: FaultedPlace, many = 3): Promise<void> => {
  const before = load.repeats().sent
  await until('requests are refused', () => load.repeats().sent >= before + many, PATIENCE)
}

/** Waits until this many more were randomised in every trial. */
const untilRandomised = async ({ load }: FaultedPlace, many = 3): Promise<void> => {
  const begun = performance.now()
  await until('people randomise meanwhile', () => load.since(begun).fewest >= many, PATIENCE)
}

/** Waits until a sign-in succeeds: a new clock or a returned provider takes effect after a moment. */
const untilSignedIn = ({ signIn }: FaultedPlace): Promise<void> =>
  until(
    'somebody can sign in',
    () =>
      signIn().then(
        () => true,
        () => false,
      ),
    PATIENCE,
  )

/** Waits until the portal has done its housekeeping by the moved clock. */
const untilHousekeeping = ({ target }: FaultedPlace, moved_ms: number): Promise<void> =>
  until(
    'the portal has kept house by its moved clock',
    async () => {
      const { jobs } = v.parse(getServiceStatus.response, await ask(target(), 'GET', getServiceStatus.path))
      const ended = jobs.find(({ name }) => name === 'keep_house')?.ended_at ?? null
      return ended !== null && Date.parse(ended) > Date.now() + moved_ms - DAY_MS
    },
    PATIENCE,
  )

const killed = (on: GroundName): Fault => ({
  name: 'portal killed (SIGKILL)',
  on,
  times: KILLS_OF_PORTAL,
  limit: LIMIT,
  inflict: async ({ portal }) => {
    await portal.kill()
    return () => {}
  },
})

const clock = (on: GroundName, name: string, by: number): Fault => ({
  name,
  on,
  times: TIMES,
  limit: LIMIT,
  inflict: async (place) => {
    const set = async (milliseconds: number) => {
      place.portal.moveClock(milliseconds)
      // The issuer's clock does not move, so its tokens would be expired, or not valid yet.
      const at = Math.floor((Date.now() + milliseconds) / 1000)
      place.issuer.craft({ claims: { iat: at, exp: at + 3_600 } })
      await untilSignedIn(place)
    }
    await set(by)
    await untilRandomised(place)
    // Over a server the portal notices its wrong clock. With the embedded database it does the nightly work at once, a
    // year early.
    if (by > DAY_MS && !place.server) await untilHousekeeping(place, by)
    return () => set(0)
  },
})

const disk = (on: GroundName): Fault => ({
  name: 'disk full',
  on,
  times: TIMES,
  limit: LIMIT,
  inflict: async (place) => {
    place.disk?.fill()
    await untilRefused(place)
    return () => place.disk?.clear()
  },
})

const database = (name: string, inflict: (place: FaultedPlace, server: Server) => Promise<Undo>): Fault => ({
  name,
  on: 'PostgreSQL',
  times: TIMES,
  limit: LIMIT,
  inflict: async (place) => {
    if (!place.server) throw new Error(`${name} needs a server`)
    return inflict(place, place.server)
  },
})

type Server = NonNullable<FaultedPlace['server']>

const weather = (name: string, kind: Weather): Fault =>
  database(name, async (place, { way }) => {
    way.turn(kind)
    await (typeof kind === 'object' ? untilRandomised(place) : untilRefused(place))
    return () => way.turn('fine')
  })

const commit = (name: string, fault: CommitFault): Fault =>
  database(name, async (_, { way }) => {
    await way.meetCommit(fault)
    return () => {}
  })

/** Every fault, in their order on each ground. */
export const FAULTS: readonly Fault[] = [
  killed('PostgreSQL'),
  {
    ...database('PostgreSQL killed (SIGKILL, all its processes)', async (place, { process }) => {
      await process.kill()
      await untilRefused(place, 1)
      return () => process.start()
    }),
    times: KILLS_OF_DATABASE,
  },
  commit('connection reset before a COMMIT', 'question_lost'),
  commit('connection reset after a COMMIT', 'answer_lost'),
  commit('answer to a COMMIT swallowed, connection half open', 'answer_swallowed'),
  weather('database silent', 'silent'),
  weather('database refuses connections', 'refused'),
  weather('database answers 200 ms late', { delay_ms: 200 }),
  database('database takes no changes', async (place, { process }) => {
    await process.run("alter system set default_transaction_read_only = 'on'", 'select pg_reload_conf()')
    await untilRefused(place)
    // Sent as one message, since the session itself takes no changes.
    return () => process.run('set default_transaction_read_only = off', ...READ_WRITE)
  }),
  database('a row of a trial held by somebody', async (place, { process }) => {
    const somebody = new Client(process.url)
    somebody.on('error', () => {})
    await somebody.connect()
    await somebody.query('begin')
    await somebody.query('select from trials where id = $1 for update', [place.trials[0]?.id])
    await untilRefused(place, 1)
    return () => somebody.end()
  }),
  disk('PostgreSQL'),
  clock('PostgreSQL', 'clock a day back', -DAY_MS),
  clock('PostgreSQL', 'clock a year forward', YEAR_MS),
  database('two processes, their clocks five minutes apart', async (place) => {
    const { portal, second } = place
    if (!second) throw new Error('there is no second process')
    second.moveClock(5 * MINUTES_MS)
    await second.start()
    place.workThrough([portal, second])
    await untilRandomised(place, 10)
    return async () => {
      place.workThrough([portal])
      // A killed process would send emails again, which is another fault.
      await second.stop()
    }
  }),
  database('mail server refuses for now', async (place) => {
    place.mail.refuse(RECIPIENT, { code: 451, words: '4.3.2 Not now' })
    await untilRandomised(place)
    return () => place.mail.refuse(RECIPIENT, null)
  }),
  database('mail server slow', async (place) => {
    let end = () => {}
    place.mail.hold(new Promise((resolve) => (end = resolve)))
    await untilRandomised(place)
    return () => end()
  }),
  database('sign-in provider down', async (place) => {
    await place.issuer.goDown()
    const isRefused = await place.signIn().then(
      () => false,
      () => true,
    )
    if (!isRefused) throw new Error('somebody signed in without a provider')
    await untilRandomised(place)
    return async () => {
      await place.issuer.comeBack()
      await untilSignedIn(place)
    }
  }),
  {
    ...database('certificate of the database expired', async (place, { process, certificates }) => {
      certificates.put('expired')
      process.signal('SIGHUP')
      await until('the certificate is read', () => drop(process), PATIENCE)
      await untilRefused(place)
      return () => {
        certificates.put('sound')
        process.signal('SIGHUP')
      }
    }),
    on: 'PostgreSQL over TLS',
  },
  killed('embedded'),
  disk('embedded'),
  clock('embedded', 'clock a day back', -DAY_MS),
  clock('embedded', 'clock a year forward', YEAR_MS),
]

const READ_WRITE = ['alter system reset default_transaction_read_only', 'select pg_reload_conf()']

/** Ends every connection of the portal. Returns whether there was one. */
const drop = async ({ run }: Server['process']): Promise<boolean> => {
  const rows = await run("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'equipoise'")
  return rows.length > 0
}
