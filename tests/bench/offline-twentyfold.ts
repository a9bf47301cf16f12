import { openJourneyPortal, type JourneyPortal } from '../support/journey-portal'
import { EVERY_SCENARIO } from '../support/scenarios/every-scenario'
import type { Scenario, Tally } from '../support/scenarios/scenario'
import type { Device } from '../support/tablet'
import { TABLET_BROWSERS } from '../support/tablet-browsers'
import type { Row } from './table'

const RUNS = 20

const THAT_MATTER_MOST = EVERY_SCENARIO.filter(({ mattersMost }) => mattersMost)

/** The scenarios that matter most, each walked so often in each browser: how much of what people were told is lost, and what came twice. */
export const bench = async (): Promise<Row[]> => {
  const portal = await openJourneyPortal('people')
  const rows: Row[] = []
  try {
    for (const { browser, makeDevice } of TABLET_BROWSERS.filter(({ isHere }) => isHere)) {
      for (const scenario of THAT_MATTER_MOST) {
        rows.push({ browser, scenario: scenario.name, ...(await walked(portal, makeDevice(portal.url), scenario)) })
        // It takes long: who waits sees how far it has come.
        process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`)
      }
    }
  } finally {
    await portal.stop()
  }
  return rows
}

const walked = async (portal: JourneyPortal, device: Device, { name, walk }: Scenario): Promise<Row> => {
  const tallies: Tally[] = []
  const began = performance.now()
  const tell = (what: string) => (error: unknown) => process.stderr.write(`${name}, ${what}: ${String(error)}\n`)
  for (let run = 1; run <= RUNS; run += 1) {
    // One that came to no end is told beside the others: what it left at the server nobody has counted.
    await walk({ portal, device }).then((tally) => tallies.push(tally), tell(`run ${run}`))
    await portal.front.heal()
  }
  await device.scrap().catch(tell('at the end'))
  return {
    runs: RUNS,
    lost: tallies.reduce((sum, { told, found }) => sum + missing(told, found), 0),
    doubled: tallies.reduce((sum, { told, found }) => sum + missing(found, told), 0),
    'came to no end': RUNS - tallies.length,
    'seconds each': ((performance.now() - began) / 1000 / RUNS).toFixed(1),
  }
}

/** How much of the first is not in the second. */
const missing = (first: Tally['told'], second: Tally['told']): number =>
  Object.entries(first).reduce((sum, [what, count]) => sum + Math.max(0, count - (second[what] ?? 0)), 0)
