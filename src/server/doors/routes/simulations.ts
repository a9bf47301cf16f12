import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { cancelSimulation } from '../../use-cases/simulation/cancel-simulation'
import { getSimulation } from '../../use-cases/simulation/get-simulation'
import { getSimulationReplicates } from '../../use-cases/simulation/get-simulation-replicates'
import { startSimulation } from '../../use-cases/simulation/start-simulation'
import { getGuessability } from '../../use-cases/trials/get-guessability'

export const simulationRoutes: readonly Route[] = [
  write(api.startSimulation, startSimulation),
  read(api.getSimulation, getSimulation),
  read(api.getSimulationReplicates, getSimulationReplicates),
  write(api.cancelSimulation, cancelSimulation),
  read(api.getGuessability, getGuessability),
]
