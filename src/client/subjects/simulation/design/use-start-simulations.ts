import { api } from '#contract/api'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../device/call'
import { raise } from '../../../api/raised-failure'
import type { SimulationRequest } from './simulation-requests'
import { startSimulations, type FailedSimulation } from './start-simulations'

type StartListeners = { onStarted: (ids: number[]) => void; onRefused: (refusal: FailedSimulation) => void }

/** Starts the alternatives of a form. What was sent and not answered is sent again under its own key. */
export const useStartSimulations = ({ onStarted, onRefused }: StartListeners) => {
  const [unanswered] = useState(() => new Map<string, string>())

  const start = async (body: SimulationRequest) => {
    const sent = JSON.stringify(body)
    const idempotency_key = unanswered.get(sent) ?? crypto.randomUUID()
    unanswered.set(sent, idempotency_key)
    const started = await call(api.startSimulation, { body }, { idempotency_key })
    if (started.ok) unanswered.delete(sent)
    return started
  }
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
