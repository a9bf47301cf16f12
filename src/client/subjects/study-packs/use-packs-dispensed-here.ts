import { packsDispensedHere } from '#offline/overlay'
import { useMemo } from 'react'
import { useOutboxPart } from '../../device/outbox/use-outbox'

/**
 * The packs that the viewer has dispensed on this device since the answer of `as_of`; the same set as long as they are
 * the same packs.
 */
export const usePacksDispensedHere = (as_of: number): ReadonlySet<number> => {
  const ids = useOutboxPart(({ own }) => [...packsDispensedHere(own, as_of)].join(' '))
  return useMemo(() => new Set(ids === '' ? [] : ids.split(' ').map(Number)), [ids])
}
