import { api } from '#contract/api'
import { useMutation } from '@tanstack/react-query'
import { useWriteKey } from '../../../action/use-write-key'
import { call } from '../../../device/call'
import { raise } from '../../../api/raised-failure'
import type { SimulationRequest } from './simulation-requests'
import { startSimulations, type FailedSimulation } from './start-simulations'

type StartListeners = { onStarted: (ids: number[]) => void; onRefused: (refusal: FailedSimulation) => void }

/** Starts the alternatives of a form. What was sent and not answered is sent again under its own key. */
export const useStartSimulations = ({ onStarted, onRefused }: StartListeners) => {
  const sendOnce = useWriteKey()
  const start = (body: SimulationRequest) => sendOnce(body, (key) => call(api.startSimulation, { body }, key))
  const cancel = (id: number) => call(api.cancelSimulation, { parameters: { simulation_id: String(id) } })

  return useMutation({
    mutationFn: (requests: readonly SimulationRequest[]) => startSimulations(requests, { start, cancel }),
    onSuccess: (outcome) => {
      if (outcome.ok) return onStarted(outcome.value)
      raise(outcome.refusal.failure)
      onRefused(outcome.refusal)
    },
  })
}
