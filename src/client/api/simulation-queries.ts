import { api } from '#contract/api'
import type { Simulation } from '#contract/simulations'
import { endpointQuery } from './endpoint-query'

/** The interval at which an unfinished simulation is refetched, in milliseconds. */
const POLL_INTERVAL_MS = 700

/** A simulation of one's own; refetched until it is finished. */
export const simulationQuery = (id: number) => ({
  ...endpointQuery(api.getSimulation, { parameters: { simulation_id: String(id) } }),
  refetchInterval: ({ state: { data } }: { state: { data: Simulation | undefined } }) =>
    data !== undefined && isUnderWay(data) ? POLL_INTERVAL_MS : false,
})

/** Whether figures may still follow. */
export const isUnderWay = ({ state }: Pick<Simulation, 'state'>): boolean => state === 'waiting' || state === 'running'
