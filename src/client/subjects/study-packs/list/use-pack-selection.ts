import { countStatuses, type StatusCounts } from '#domain/study-packs/study-pack-selection'
import { useCallback, useMemo, useState } from 'react'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** The selected packs while several are managed. */
export type PackSelection = {
  ids: ReadonlySet<number>
  packs: readonly PackFromServerOrStore[]
  counts: StatusCounts
  toggle: (id: number) => void
  add: (packs: readonly PackFromServerOrStore[]) => void
  drop: (ids: readonly number[]) => void
  clear: () => void
}

/** A selection among the loaded packs: a pack that leaves the list is no longer selected. */
export const usePackSelection = (byId: ReadonlyMap<number, PackFromServerOrStore>): PackSelection => {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(NOTHING)
  const packs = useMemo(() => [...ticked].flatMap((id) => byId.get(id) ?? []), [ticked, byId])
  const ids = useMemo(() => new Set(packs.map(({ id }) => id)), [packs])
  const counts = useMemo(() => countStatuses(packs), [packs])
  // Stable, so that a tick renders one row and not all of them.
  const toggle = useCallback((id: number) => setTicked((before) => toggled(before, id)), [])
  return {
    ids,
    packs,
    counts,
    toggle,
    add: (more) => setTicked((before) => new Set([...before, ...more.map(({ id }) => id)])),
    drop: (fewer) => {
      const dropped = new Set(fewer)
      setTicked((before) => new Set([...before].filter((id) => !dropped.has(id))))
    },
    clear: () => setTicked(NOTHING),
  }
}

const NOTHING: ReadonlySet<number> = new Set()

const toggled = (before: ReadonlySet<number>, id: number): Set<number> => {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}
