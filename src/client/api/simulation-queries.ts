import { api } from '#contract/api'
import type { Simulation } from '#contract/simulations'
import { endpointQuery } from './endpoint-query'

/** How often a simulation that is not over is asked after, in milliseconds. */
const ASKED_EVERY_MS = 700

/** A simulation of the person's own; asked after again and again until it is over. */
export const simulationQuery = (id: number) => ({
  ...endpointQuery(api.getSimulation, { parameters: { simulation_id: String(id) } }),
  refetchInterval: ({ state: { data } }: { state: { data: Simulation | undefined } }) =>
    data !== undefined && isUnderWay(data) ? ASKED_EVERY_MS : false,
})

/** Whether figures may still come. */
export const isUnderWay = ({ state }: Pick<Simulation, 'state'>): boolean => state === 'waiting' || state === 'running'
