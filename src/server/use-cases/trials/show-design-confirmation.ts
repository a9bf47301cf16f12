import { refusal, type Refusal } from '#contract/errors'
import type { DesignConfirmation } from '#contract/design-confirmation'
import { isConfirmationMissing, isDesignConfirmed } from '#domain/trials/design-confirmation'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { isBlinded, type EffectivePermission } from '#domain/people/permissions'
import type { Queries } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import { findNamesAt } from '../../ground/db/user-names'
import { findCurrentDesign } from './find-current-design'

/**
 * The confirmation of a trial's design: nothing of the design itself but its version. Blinded people do not learn when
 * it changed, nor by whom: it may have been block sizes alone.
 */
export const showDesignConfirmation = async (
  queries: Queries,
  trialId: number,
  permission: EffectivePermission,
): Promise<Outcome<DesignConfirmation, Refusal>> => {
  const trial = await findTrial(queries, trialId)
  if (!trial) return refused(refusal('not_found'))
  const { design, confirmed } = await findCurrentDesign(queries, trial)
  const { design_version, design_changed_by, design_changed_at } = trial
  const [changer] =
    design_changed_by === null || design_changed_at === null
      ? []
      : await findNamesAt(queries, [{ id: design_changed_by, at: design_changed_at }])
  const lastChange = isBlinded(permission)
    ? { design_version: null, changed_by: null, changed_at: null }
    : { design_version, changed_by: changer ? nameOf(changer) : null, changed_at: design_changed_at }
  return accepted({
    ...lastChange,
    is_missing: isConfirmationMissing(design, confirmed),
    confirmed:
      confirmed && isDesignConfirmed(design, confirmed)
        ? {
            by: { id: confirmed.confirmed_by, name: confirmed.confirmed_by_name },
            at: confirmed.confirmed_at,
            meaning: confirmed.meaning,
          }
        : null,
  })
}

const nameOf = ({ id, name }: { id: number; name: string }) => ({ id, name })
