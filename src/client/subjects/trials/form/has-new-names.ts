import type { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'

/** Whether a form gives a study group or site of the trial another name or label. */
export const hasNewNames = ({ study_groups = [], sites }: SentBody<typeof api.updateTrial>, trial: Trial): boolean =>
  study_groups.some(({ id, name, label = null }) =>
    trial.study_groups.some((stored) => stored.id === id && (stored.name !== name || stored.label !== label)),
  ) || sites.some(({ id, title }) => trial.sites.some((stored) => stored.id === id && stored.title !== title))
