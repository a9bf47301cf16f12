import { createStore } from '../../browser/store'

/** The trials that were opened on this page, by their ids, the last one first. They are saved before others. */
export const openedTrials = createStore<readonly number[]>([])

export const noteOpenedTrial = (trialId: number): void =>
  openedTrials.set([trialId, ...openedTrials.get().filter((id) => id !== trialId)])
