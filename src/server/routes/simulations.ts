import { api } from '#contract/api'
import { read, write, type Route } from '../http/route'
import { cancelSimulation } from '../services/simulations/cancel-simulation'
import { getSimulation } from '../services/simulations/get-simulation'
import { startSimulation } from '../services/simulations/start-simulation'
import { getGuessability } from '../services/trials/get-guessability'

export const simulationRoutes: readonly Route[] = [
  write(api.startSimulation, startSimulation),
  read(api.getSimulation, getSimulation),
  write(api.cancelSimulation, cancelSimulation),
  read(api.getGuessability, getGuessability),
]
