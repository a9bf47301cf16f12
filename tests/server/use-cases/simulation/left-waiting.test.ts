import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLongSimulation, simulated, simulationOf, simulationOnce } from '../../../support/a-simulation'
import { TEST_SERVER } from '../../../support/database'
import { testPortal, type TestPortal } from '../../../support/portal'
import { signedInAs } from '../../../support/sign-in'

/* Two processes over one PostgreSQL: the one that stops leaves its simulations waiting. */

let world: TestPortal
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  world = await testPortal()
})
afterEach(async () => {
  await world.stop()
  vi.useRealTimers()
})

test.runIf(TEST_SERVER)('simulations of a process that has stopped are taken up by another one', async () => {
  const beside = await testPortal({ beside: world })
  const sender = await signedInAs(beside, 'administrator')
  const ids: number[] = []
  for (let i = 0; i < 3; i += 1) ids.push(await simulated(sender, aLongSimulation()))
  const [first = 0] = ids
  await simulationOnce(sender, first, ({ state }) => state === 'running')
  await beside.stop()

  const administrator = await signedInAs(world, 'administrator')
  const statesOf = () => Promise.all(ids.map(async (id) => (await simulationOf(administrator, id)).state))
  expect(await statesOf()).toEqual(['waiting', 'waiting', 'waiting'])
  vi.advanceTimersByTime(15_000)
  await expect.poll(statesOf).toEqual(['running', 'running', 'waiting'])
})
