import { useIsWide } from '../../../ui/use-is-wide'
import { PackCards } from './pack-cards'
import type { PackListProps } from './pack-list-props'
import { PackTable } from './pack-table'

/**
 * Packs below their batches, as a table, or as cards below 768 px. Only visible rows are drawn, however many there are.
 */
export function PackList(props: PackListProps) {
  return useIsWide() ? <PackTable {...props} /> : <PackCards {...props} />
}
