import { isFactorial } from '#domain/trials/trial-methods'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import { codeLetter } from '#domain/reports/balance-form'
import { inCodeOrder } from '../../../ground/ledger/code-order'
import type { WholeTrial } from '../../../ground/db/trials'
import type { ServerContext } from '../../call/server-context'
import { secretKeysOf } from '../../trials/secret-keys'

/** A study group by its name in a balance report. */
export type BalanceGroup = { id: number; name: string }

/** The groups by name, in order of factor and id. */
export const namedGroups = (_context: ServerContext, trial: WholeTrial): BalanceGroup[] =>
  byFactor(trial).flatMap(({ of, groups }) => groups.map(({ id, name }) => ({ id, name: `${of}${name}` })))

/** The groups by code letters, which continue from factor to factor. */
export const codedGroups = (context: ServerContext, trial: WholeTrial): BalanceGroup[] => {
  const keys = secretKeysOf(context, trial)
  return byFactor(trial)
    .flatMap(({ of, groups }) =>
      inCodeOrder(
        keys,
        groups.map(({ id }) => id),
      ).map((id) => ({ of, id })),
    )
    .map(({ of, id }, place) => ({ id, name: `${of}Code ${codeLetter(place)}` }))
}

const byFactor = (trial: WholeTrial) =>
  isFactorial(trial.allocation_method_id)
    ? FACTORIAL_LEVELS.map((level) => ({
        of: `Factor ${level}: `,
        groups: trial.study_groups.filter(({ factorial_level }) => factorial_level === level),
      }))
    : [{ of: '', groups: trial.study_groups }]
