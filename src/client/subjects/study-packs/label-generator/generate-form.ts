import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import * as v from 'valibot'

/** The values of the form; figures as they are typed, `counts` by the id of the study group. */
export type GenerateForm = {
  batch_id: string
  prefix: string
  counts: Record<string, string | number>
  site_id: string
  duration: string | number
  expire_on: string
}

export const blankGenerateForm = (trial: Pick<Trial, 'study_groups'>): GenerateForm => ({
  batch_id: '',
  prefix: '',
  counts: Object.fromEntries(trial.study_groups.map(({ id }) => [String(id), ''])),
  site_id: '',
  duration: '',
  expire_on: '',
})

type Body = SentBody<typeof api.generateStudyPacks>

/** The request that the form makes. */
export const generateBody = (trial: Pick<Trial, 'study_groups'>, form: GenerateForm): Body => ({
  batch_id: form.batch_id,
  prefix: form.prefix.trim(),
  study_groups: trial.study_groups.flatMap(({ id }) =>
    id === undefined ? [] : [{ id, count: Number(form.counts[String(id)] ?? 0) }],
  ),
  site_id: form.site_id === '' ? null : Number(form.site_id),
  duration: form.duration === '' ? null : Number(form.duration),
  expire_on: form.expire_on === '' ? null : form.expire_on,
})

/** How many packs it asks for. */
export const requestedPackCount = ({ counts }: Pick<GenerateForm, 'counts'>): number =>
  Object.values(counts).reduce<number>((sum, count) => sum + Number(count), 0)

/** The faults of the form, by field, in the words of its call; empty where it is complete. */
export const generateFaults = (
  trial: Pick<Trial, 'study_groups' | 'is_site_managing_packs'>,
  form: GenerateForm,
): Record<string, string> => {
  const judged = v.safeParse(api.generateStudyPacks.body, generateBody(trial, form))
  const faults: Record<string, string> = {}
  if (!judged.success) {
    for (const issue of judged.issues) {
      const field = issue.path?.[0]?.key
      if (typeof field === 'string') faults[field === 'study_groups' ? 'counts' : field] ??= issue.message
    }
  }
  if (trial.is_site_managing_packs && form.site_id === '') faults['site_id'] = SITE_NEEDED
  return faults
}

const SITE_NEEDED = 'Sites manage packs in this trial: choose one'
