import { CODE } from './base'
import type { DispenseAction } from './tablet-pack-actions'

/** How many dispenses a history has, and of which kinds. */
export type DispenseCounts = Record<'dispenses' | 'done' | 'queued' | 'wrongCodes' | 'onOnePack', number>

/** Counts dispenses: accepted while awaited, saved for later, with wrong digits, and of a pack that was dispensed before. */
export const dispenseCounts = (dispenses: readonly DispenseAction[]): DispenseCounts => ({
  dispenses: dispenses.length,
  done: dispenses.filter(({ result }) => result === 'done').length,
  queued: dispenses.filter(({ result }) => result === 'saved').length,
  wrongCodes: dispenses.filter(({ code }) => code !== CODE).length,
  onOnePack: dispenses.length - new Set(dispenses.map(({ pack }) => pack)).size,
})
