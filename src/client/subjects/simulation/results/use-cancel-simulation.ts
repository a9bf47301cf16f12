import { api } from '#contract/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../device/call'
import { answerOf } from '../../../api/endpoint-query'
import { simulationQuery } from '../../../api/simulation-queries'

/** Cancels a simulation, and asks how it stands then: it may have ended before. */
export const useCancelSimulation = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => answerOf(await call(api.cancelSimulation, { parameters: { simulation_id: String(id) } })),
    onSuccess: () => client.invalidateQueries({ queryKey: simulationQuery(id).queryKey }),
  })
}
