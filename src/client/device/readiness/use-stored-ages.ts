import { useEffect, useState } from 'react'
import { useSession } from '../../session/this-session'
import { deviceSnapshots, whenOwned } from '../offline/device-snapshots'

type Ages = ReadonlyMap<string, number>

/**
 * When each stored answer on this device was received, by its scope: empty where it stores none, null before the store
 * was read. It is read again whenever `isWanted` becomes true.
 */
export const useStoredAges = (isWanted: boolean): Ages | null => {
  const sub = useSession().session?.sub ?? null
  const [ages, setAges] = useState<Ages | null>(null)
  useEffect(() => {
    if (!isWanted || sub === null) return undefined
    let isOver = false
    const show = (found: Ages) => {
      if (!isOver) setAges(found)
    }
    const read = async () => {
      await whenOwned()
      return (await deviceSnapshots()).survey(sub, [])
    }
    // A browser without a database stores nothing.
    read().then(
      (overview) => show(overview.ages),
      () => show(new Map()),
    )
    return () => {
      isOver = true
      setAges(null)
    }
  }, [isWanted, sub])
  return ages
}
