import { expect, onTestFailed, onTestFinished } from 'vitest'
import { journeys } from '../journey'
import type { Device } from '../tablet'
import type { Scenario } from './scenario'

type Walk = {
  browser: string
  makeDevice: (origin: string) => Device
  scenarios: readonly Scenario[]
  /** Whether the browser is installed. */
  isHere?: boolean
  /** The number of repetitions of each. */
  times?: number
}

/**
 * One test for each scenario, with the effects counted at the server: nothing that a person was told of is lost or done
 * twice.
 */
export const walkScenarios = ({ browser, makeDevice, scenarios, isHere = true, times = 1 }: Walk): void => {
  const test = journeys('people').extend('device', { scope: 'file' }, async ({ portal }, { onCleanup }) => {
    const device = makeDevice(portal.url)
    onCleanup(device.scrap)
    return device
  })
  for (const { given, when, outcome, walk } of scenarios) {
    test.skipIf(!isHere)(
      `in ${browser}, given ${given}, when ${when}, then ${outcome}`,
      { repeats: times - 1 },
      async ({ portal, device }) => {
        onTestFinished(portal.front.heal)
        // The next walk must not find its remains.
        onTestFailed(device.scrap)
        const { reported, counted } = await walk({ portal, device })
        expect(Object.keys(reported), 'what is counted').not.toEqual([])
        expect(counted).toEqual(reported)
      },
    )
  }
}
