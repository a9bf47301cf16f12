import { countSampled } from '../../db/save-facts'
import type { Queries } from '../../db/transaction'
import type { WholeTrial } from '../../db/trials'

/** How many participants count towards a trial's sample size once it treats flagged ones as a form says. */
export const sampledUnder = async (
  queries: Queries,
  before: WholeTrial,
  { exclude_flagged_participants: excludes }: Pick<WholeTrial, 'exclude_flagged_participants'>,
): Promise<number> =>
  excludes === before.exclude_flagged_participants ? before.num_sampled : countSampled(queries, before.id, excludes)
