import type { Refusal } from '#contract/errors'
import type { InSystem, InTrial } from '#contract/needs'
import type { Outcome } from '#domain/outcome'
import type { Actor } from '../call/call'
import type { ViewOf } from '../call/view'
import type { ServerContext } from '../call/server-context'
import type { ReportSheet } from '../../ground/files/report-sheet'

/** What a report needs, which says whether it is of a trial. */
export type NeedOfReport = InTrial | InSystem

/** The trial of what has such a need; null for the system as a whole. */
export type TrialOf<N extends NeedOfReport> = N extends InTrial ? number : null

/** Who asks for a report, of which trial, and how they stand to it. */
export type ReportAsking<N extends NeedOfReport> = {
  context: ServerContext
  actor: Actor
  view: ViewOf<N>
  trial_id: TrialOf<N>
}

/** A report that its viewer may have: nothing of it is read before it is asked for. */
type OpenedSheet<Sheet extends ReportSheet> = {
  sheet: () => Promise<Sheet>
}

/** One that can be had as data too, gathered whole. */
type OpenedReport<Data> = OpenedSheet<ReportSheet> & { data: () => Promise<Data> }

type Open<Opened, N extends NeedOfReport> = (asking: ReportAsking<N>) => Promise<Outcome<Opened, Refusal>>

/** Opens a report as rows for whoever asks, or refuses it. */
export type OpenSheet<Sheet extends ReportSheet, N extends NeedOfReport> = Open<OpenedSheet<Sheet>, N>

/** Opens a report in both its forms for whoever asks, or refuses it. */
export type OpenReport<Data, N extends NeedOfReport> = Open<OpenedReport<Data>, N>
