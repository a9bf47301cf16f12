import type { InTrial } from '#contract/needs'
import type { ReportSections } from '#contract/reports'
import type { TrialStatistics } from '#contract/trials'
import { accepted } from '#domain/outcome'
import { can } from '#domain/people/permissions'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'
import { timeIn } from '../../ground/time/calendar'
import { inSnapshot } from '../../ground/db/snapshot'
import { countCorrections, countIncidents, type Correction, type Incidents } from '../../ground/db/statistics'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import { trialFigures } from '../trials/get-trial-statistics'
import type { Download, DownloadRequest, OpenDownload } from './download'
import { storedAllocationMethod, storedRandomisationMethod, trialStatusName } from '../../ground/stored-names'

type Section = ReportSections['sections'][number]

/**
 * A trial's figures in sections, as far as the viewer reaches the sites and, by group, by their visibility; all of one
 * moment.
 */
export const shortReport: OpenDownload<InTrial, unknown, Download & { data: ReportSections }> = async (request) => {
  const data = await sectionsOf(request)
  const rows = data.sections.flatMap(({ title, body }) => body.map(({ key, value }) => [title, key, value]))
  const headings = ['Section', 'Item', 'Value']
  return accepted({ role: request.view.permission.role.title, data, headings, rows, count: rows.length })
}

const sectionsOf = async ({
  context,
  trial_id,
  view,
}: Pick<DownloadRequest<InTrial>, 'context' | 'trial_id' | 'view'>): Promise<ReportSections> =>
  inSnapshot(context.database, async (snapshot) => {
    const trial = await findTrial(snapshot, trial_id)
    if (!trial) throw new Error(`trial ${trial_id} is gone, though trials are never deleted`)
    const timestamp = context.now()
    const figures = await trialFigures(snapshot, trial, view, timestamp)
    const incidents = await countIncidents(snapshot, trial_id, view.sites)
    const corrections = await countCorrections(snapshot, trial_id, view.sites)
    const sections = [
      aboutTrial(context, trial, timestamp),
      recruitment(trial, figures, incidents),
      { title: 'Participants by site', body: figures.sites.map(({ title, count }) => ({ key: title, value: count })) },
      ...(can(view.permission, 'viewStrata') ? byStratum(figures, corrections) : []),
      {
        title: 'Participants by study group',
        body: figures.study_groups.map(({ name, count }) => ({ key: name, value: count })),
      },
      ...stock(figures),
    ]
    return { timestamp, sections: sections.filter(({ body }) => body.length > 0) }
  })

const aboutTrial = ({ config }: ServerContext, trial: WholeTrial, timestamp: string): Section => ({
  title: 'Trial',
  body: [
    { key: 'Title', value: trial.title },
    { key: 'Trial ID', value: trial.id },
    { key: 'Instance', value: config.instance },
    { key: `Report generated at (${trial.selected_timezone})`, value: timeIn(trial.selected_timezone, timestamp) },
    { key: 'Status', value: trialStatusName(trial.trial_status_id) },
    ...dated('Started on', trial.started_on),
    { key: 'Expected end date', value: trial.end_on },
    ...dated('Ended on', trial.ended_on),
    { key: 'Allocation method', value: storedAllocationMethod(trial.allocation_method_id).title },
    { key: 'Randomisation method', value: storedRandomisationMethod(trial.randomisation_method_id).title },
  ],
})

const dated = (key: string, day: string | null): Section['body'] => (day === null ? [] : [{ key, value: day }])

/** A sample size of 0 is no limit, so nothing remains. */
const recruitment = (trial: WholeTrial, { recruitment: days }: TrialStatistics, incidents: Incidents): Section => {
  const first = days[0]
  const last = days.at(-1)
  return {
    title: 'Recruitment',
    body: [
      { key: 'Sample size', value: trial.sample_size === 0 ? 'No limit' : trial.sample_size },
      { key: 'Recruited', value: trial.num_sampled },
      ...(trial.sample_size === 0
        ? []
        : [{ key: 'Remaining', value: Math.max(0, trial.sample_size - trial.num_sampled) }]),
      ...dated('First participant on', first?.date ?? null),
      ...dated('Last participant on', last?.date ?? null),
      { key: 'Participants in this report', value: incidents.participants },
      { key: 'Flagged', value: incidents.flagged },
      { key: 'Unblinded', value: incidents.unblinded },
      { key: 'Unblinded by accident', value: incidents.unblinded_by_accident },
      { key: 'Randomised in error', value: incidents.randomised_in_error },
    ],
  }
}

/** The strata as they were used, and beside each its recorded errors, which change no figure. */
const byStratum = ({ trial_strata }: TrialStatistics, corrections: readonly Correction[]): Section[] =>
  trial_strata.flatMap(({ name, options }) => {
    const nameOf = (id: number) => options.find((option) => option.id === id)?.name
    return [
      {
        title: `Participants by ${name} (as used)`,
        body: options.map((option) => ({ key: option.name, value: option.count })),
      },
      {
        title: `Participants by ${name} (recorded in error)`,
        body: corrections
          .filter(({ used_option_id }) => nameOf(used_option_id) !== undefined)
          .map(({ used_option_id, corrected_option_id, count }) => ({
            key: `${nameOf(used_option_id)} as used, corrected to ${nameOf(corrected_option_id)}`,
            value: count,
          })),
      },
    ]
  })

const stock = ({ study_packs }: TrialStatistics): Section[] =>
  study_packs.map(({ site, counts }) => ({
    title: `Study packs, ${site?.title ?? 'no site'}`,
    body: STUDY_PACK_STATUSES.map(({ key, name }) => ({ key: name, value: counts[key] ?? 0 })),
  }))
