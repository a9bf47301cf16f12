import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../support/until'
import { GROUNDS, openFaultedPlace, type FaultedPlace, type GroundName } from './faulted-place'
import { FAULTS, type Fault } from './faults'
import { countLetters, type Letters } from './letters'
import { isWhole, reckon, type Reckoning } from './reckon'

/** A fault that was inflicted this many times. */
export type FaultRow = {
  fault: string
  on: GroundName
  times: number
  /**
   * The longest time in which a trial had no new participant, from the beginning of a fault until all people randomised
   * again.
   */
  'longest wait, s': string
  'emails twice': number
  /** The answers to people who were not randomised at once. */
  'other answers': string
  held: string
}

/** The reckoning of a ground after all its faults. */
export type GroundRow = Reckoning & {
  on: GroundName
  'emails sent': number
  'emails lost': number
  'emails given up': number
  'jobs that stand still': number
  held: string
}

type Chosen = {
  /** Words of the faults, or of their grounds as `, embedded`. An empty list means all. */
  names: readonly string[]
  /** A limit for each fault; null for as often as its table says. */
  at_most: number | null
  tell: (sentence: string) => void
}

/** The number of participants that each trial must get before people count as randomising again. */
const RANDOMISING_AGAIN = 3
const PATIENCE = 600_000

/**
 * Inflicts the chosen faults one after another on people who randomise, on each ground, and reckons the stored rows.
 */
export const inflictFaults = async (
  folder: string,
  { names, at_most, tell }: Chosen,
): Promise<{ faults: FaultRow[]; grounds: GroundRow[] }> => {
  const rows: { faults: FaultRow[]; grounds: GroundRow[] } = { faults: [], grounds: [] }
  for (const [number, ground] of GROUNDS.entries()) {
    const faults = FAULTS.filter(({ on }) => on === ground).filter(
      ({ name, on }) => names.length === 0 || names.some((each) => `${name}, ${on}`.includes(each)),
    )
    if (faults.length === 0) continue
    const own = join(folder, `ground-${number}`)
    mkdirSync(own, { mode: 0o755 })
    tell(`Starting a portal, ${ground}`)
    const place = await openFaultedPlace(own, ground)
    try {
      const letters = countLetters(place)
      for (const fault of faults) {
        const row = await meet(fault, Math.min(fault.times, at_most ?? fault.times), place, letters)
        tell(`${row.times} × ${row.fault}: waited ${row['longest wait, s']} s, ${row['other answers']}`)
        rows.faults.push(row)
      }
      tell('Asking again for every answer, and verifying the ledgers')
      rows.grounds.push(await judge(place, letters))
    } finally {
      await place.close()
    }
  }
  return rows
}

/** A process that is killed after its email was taken, and before that is recorded, sends it again. */
const MAY_SEND_TWICE = /killed|COMMIT|silent|refuses connections|disk|takes no changes|row/

/** Other permitted answers: nothing was done, the outcome is unknown, sign in again, or no answer at all. */
const HONEST = /^(503 \w+|500 outcome_unknown|401 \w+|408 .*|none)$/

const meet = async (fault: Fault, times: number, place: FaultedPlace, letters: Letters): Promise<FaultRow> => {
  const { load } = place
  const before = new Map(load.refusals)
  const twice_before = letters.twice()
  let longest = 0
  for (let time = 0; time < times; time += 1) {
    await randomisingSince(place, performance.now())
    const begun = performance.now()
    const undo = await fault.inflict(place)
    await undo()
    await place.revive()
    await randomisingSince(place, performance.now())
    longest = Math.max(longest, load.since(begun).longest)
  }
  const others = [...load.refusals]
    .map(([answer, many]) => ({ answer, many: many - (before.get(answer) ?? 0) }))
    .filter(({ many }) => many > 0)
  const twice = letters.twice() - twice_before
  const held =
    longest <= fault.limit * 1000 &&
    others.every(({ answer }) => HONEST.test(answer)) &&
    (twice === 0 || MAY_SEND_TWICE.test(fault.name))
  return {
    fault: fault.name,
    on: fault.on,
    times,
    'longest wait, s': (longest / 1000).toFixed(1),
    'emails twice': twice,
    'other answers': others.map(({ answer, many }) => `${many} × ${answer}`).join(', '),
    held: held ? 'yes' : 'NO',
  }
}

const randomisingSince = ({ load }: FaultedPlace, instant: number): Promise<void> =>
  until('people randomise in every trial', () => load.since(instant).fewest >= RANDOMISING_AGAIN, PATIENCE)

const judge = async (place: FaultedPlace, letters: Letters): Promise<GroundRow> => {
  await place.load.stop()
  const reckoning = await reckon(place.folder, place.target(), place.trials, place.load)
  const { sent, lost, failed } = await letters.settle()
  const still = await jobsThatStandStill(place)
  return {
    on: place.ground,
    ...reckoning,
    'emails sent': sent,
    'emails lost': lost,
    'emails given up': failed,
    'jobs that stand still': still,
    held: isWhole(reckoning, place.trials.length) && lost === 0 && still === 0 ? 'yes' : 'NO',
  }
}

/**
 * Jobs that count as done for a future time. There are none once the clock has been right for a round of the portal.
 */
const jobsThatStandStill = async ({ server }: FaultedPlace): Promise<number> => {
  if (!server) return 0
  const ahead = () => server.process.run("select name from jobs where done_for > now() + interval '1 hour'")
  await until('no job stands still', async () => (await ahead()).length === 0, ROUND_OF_JOBS).catch(() => {})
  return (await ahead()).length
}

const ROUND_OF_JOBS = 60_000
