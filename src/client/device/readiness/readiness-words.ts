import { timeWords } from '../../ui/age-words'
import type { ShownReadiness } from './use-trial-readiness'

/**
 * The readiness of a trial in words; `isSaving` while a part of it is being fetched. `now` in milliseconds since the
 * epoch.
 */
export const readinessWords = (readiness: NonNullable<ShownReadiness>, isSaving: boolean, now: number): string => {
  switch (readiness.kind) {
    case 'ready':
      return `Ready for offline: saved ${timeWords(readiness.as_of, now)}`
    case 'outdated':
      return `Saved ${timeWords(readiness.as_of, now)}: too old to dispense`
    case 'missing':
      return isSaving ? 'Saving on this tablet…' : 'Not saved on this tablet yet'
    case 'unusable':
      return 'This browser cannot save anything for offline use'
  }
}

/** The same in a short line. */
export const shortReadinessWords = (kind: NonNullable<ShownReadiness>['kind'], isSaving: boolean): string =>
  ({
    ready: 'ready for offline',
    outdated: 'saved copy too old',
    missing: isSaving ? 'saving for offline…' : 'not saved yet',
    unusable: 'not available offline',
  })[kind]
