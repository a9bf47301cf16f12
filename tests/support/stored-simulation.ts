import { simulatedPlan } from '#contract/simulations'
import * as v from 'valibot'
import { insertSimulation } from '../../src/server/ground/db/simulations'
import type { SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import type { TestPortal } from './portal'

const PLAN = v.parse(simulatedPlan, {
  design: { study_groups: [{ name: 'A' }, { name: 'B' }] },
  sizes: { participants: 10 },
})

/** The id of a person's simulation, cancelled before it began. */
export const storedSimulation = ({ context, personId }: TestPortal, person: SampleAccountKey): Promise<number> =>
  insertSimulation(context.database.queries, {
    user_id: personId(person),
    created_at: context.now(),
    request: JSON.stringify(PLAN),
    seed: 7,
    state: 'cancelled',
  })
