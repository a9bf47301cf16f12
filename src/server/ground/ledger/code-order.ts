import { createHmac } from 'node:crypto'
import { u64 } from './big-endian'
import type { TrialKeys } from './keys'

/**
 * Ids of study groups in the order of their code letters: ascending by HMAC-SHA-256(Kc, u64(id)), which nobody can foresee or undo
 * without the seed, and which stays as long as the groups do (decision 0077).
 */
export const inCodeOrder = ({ codeKey }: Pick<TrialKeys, 'codeKey'>, groupIds: readonly number[]): number[] =>
  groupIds
    .map((id) => ({ id, rank: createHmac('sha256', codeKey).update(u64(id)).digest('hex') }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ id }) => id)
