import type { ReadinessCode } from './readiness'

/** The steps of setting up a trial in their order, each with the findings that prevent it. */
const SET_UP_STEPS = [
  { id: 'design', title: 'Design', open_while: ['design_cannot_run', 'design_not_confirmed'] },
  { id: 'simulate', title: 'Simulate', open_while: [] },
  { id: 'list', title: 'List', open_while: ['list_not_confirmed'] },
  {
    id: 'people',
    title: 'Sites and people',
    open_while: ['no_site_opened', 'site_without_people', 'nobody_unblinds_at_site', 'no_trial_administrator'],
  },
  { id: 'packs', title: 'Packs', open_while: ['site_without_packs'] },
  { id: 'check', title: 'Check', open_while: [] },
  { id: 'start', title: 'Start', open_while: [] },
] as const satisfies readonly { id: string; title: string; open_while: readonly ReadinessCode[] }[]

type SetUpStepId = (typeof SET_UP_STEPS)[number]['id']

/** Done, still to do, or not recorded anywhere. */
type SetUpProgress = 'done' | 'to do' | 'optional'
export type SetUpStep = { readonly id: SetUpStepId; readonly title: string; readonly progress: SetUpProgress }

/** The steps of a trial before its start, by the findings of its check. An uploaded list is a step in place of its simulation. */
export const setUpSteps = (
  findings: readonly { readonly code: string; readonly severity: string }[],
  { hasPacks, isByList }: { hasPacks: boolean; isByList: boolean },
): SetUpStep[] => {
  const codes = new Set(findings.map(({ code }) => code))
  const isReady = findings.every(({ severity }) => severity !== 'missing')
  const progressOf = ({ id, open_while }: (typeof SET_UP_STEPS)[number]): SetUpProgress => {
    if (id === 'simulate') return 'optional'
    if (id === 'start') return 'to do'
    if (id === 'check') return isReady ? 'done' : 'to do'
    return open_while.some((code) => codes.has(code)) ? 'to do' : 'done'
  }
  const leftOut: readonly SetUpStepId[] = [isByList ? 'simulate' : 'list', ...(hasPacks ? [] : ['packs' as const])]
  return SET_UP_STEPS.filter(({ id }) => !leftOut.includes(id)).map((step) => ({
    id: step.id,
    title: step.title,
    progress: progressOf(step),
  }))
}
