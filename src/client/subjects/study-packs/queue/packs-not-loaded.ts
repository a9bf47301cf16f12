import { listed } from '../../../ui/listed'
import { shortTitle } from '../../../ui/short-title'
import type { InventoryOf } from './use-inventories'

/** Which trials' packs are unknown, as a sentence; null where all are known or awaited. */
export const packsNotLoaded = (inventories: readonly Pick<InventoryOf, 'trial' | 'isFailed'>[]): string | null => {
  const names = inventories.filter(({ isFailed }) => isFailed).map(({ trial }) => shortTitle(trial.title).name)
  return names.length === 0 ? null : `The packs of ${listed(names)} could not be loaded.`
}

/** Whether packs of some trial are still unknown without having failed. */
export const arePacksAwaited = (inventories: readonly Pick<InventoryOf, 'packs' | 'isFailed'>[]): boolean =>
  inventories.some(({ packs, isFailed }) => packs === null && !isFailed)
