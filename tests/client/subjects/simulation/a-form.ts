import type { MethodForm } from '../../../../src/client/subjects/trials/design/method-form'
import { blankForm, type SimulationForm } from '../../../../src/client/subjects/simulation/design/simulation-form'

/** The blank form with changes to its one alternative. */
export const aFormWith = (method: Partial<MethodForm>, more: Partial<SimulationForm> = {}): SimulationForm => {
  const form = blankForm()
  return { ...form, alternatives: form.alternatives.map((alternative) => ({ ...alternative, ...method })), ...more }
}

/** The ids of the methods in the list of the domain. */
export const [BLOCKED, URN, MINIMISATION, STANDARD] = [1, 2, 3, 4] as const
