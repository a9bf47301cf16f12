import { getSimulation, startSimulation, type Simulation } from '#contract/simulations'
import { vi } from 'vitest'
import { ask, posted, valueOf } from './ask'
import type { SignedIn } from './sign-in'

/** The request for a quick simulation. `more` replaces some of its fields. */
export const aSimulation = (more: object = {}): object => ({
  design: { study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }] },
  sizes: { participants: 20 },
  runs: 10,
  ...more,
})

/** A simulation that takes longer than a test waits. */
export const aLongSimulation = (): object => aSimulation({ sizes: { participants: 2000 }, runs: 10_000 })

/** Starts a simulation and returns its id. */
export const simulated = async (who: SignedIn, request: object = aSimulation()): Promise<number> =>
  valueOf(await ask(who, startSimulation.response, 'simulations', posted(request))).id

/** The present state of a simulation. */
export const simulationOf = async (who: SignedIn, id: number): Promise<Simulation> =>
  valueOf(await ask(who, getSimulation.response, `simulations/${id}`))

/** A simulation, once it is in this state. */
export const simulationOnce = (
  who: SignedIn,
  id: number,
  hasCome: (simulation: Simulation) => boolean,
): Promise<Simulation> =>
  vi.waitFor(
    async () => {
      const simulation = await simulationOf(who, id)
      if (!hasCome(simulation)) throw new Error(`not yet: ${simulation.state}, ${simulation.progress.done} done`)
      return simulation
    },
    { timeout: 30_000, interval: 50 },
  )
