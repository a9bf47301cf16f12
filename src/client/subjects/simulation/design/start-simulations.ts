import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Failure } from '../../../api/failure'
import type { SimulationRequest } from './simulation-requests'

/** The calls that start and cancel the simulation of one alternative. */
export type SimulationCalls = {
  start: (request: SimulationRequest) => Promise<Outcome<{ id: number }, Failure>>
  cancel: (id: number) => Promise<unknown>
}

/** Which alternative could not be started, by its place, and why. */
export type FailedSimulation = { place: number; failure: Failure }

/** Starts all alternatives or none: where one cannot be started, those before it are cancelled. Answers their ids in order. */
export const startSimulations = async (
  requests: readonly SimulationRequest[],
  { start, cancel }: SimulationCalls,
): Promise<Outcome<number[], FailedSimulation>> => {
  const ids: number[] = []
  for (const [place, request] of requests.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after another: what is refused ends it, and nothing later is started.
    const started = await start(request)
    if (!started.ok) {
      await Promise.all(ids.map(cancel))
      return refused({ place, failure: started.refusal })
    }
    ids.push(started.value.id)
  }
  return accepted(ids)
}
