import type { ParsedInput } from '#contract/endpoint'
import type { downloadStudyPacks } from '#contract/exports'
import { refusal } from '#contract/errors'
import type { StudyPack } from '#contract/study-packs'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import { can, reachesSite } from '#domain/people/permissions'
import type { ReportCell } from '#domain/reports/report'
import { studyPackStatusOfId } from '#domain/study-packs/study-pack'
import { isPlainPackField, PACK_FIELD_NAMES, packField, type PackField } from '#domain/study-packs/study-pack-fields'
import { packEntry, packTest } from '#domain/study-packs/study-pack-filter'
import { setImmediate } from 'node:timers/promises'
import { dayIn } from '../../../ground/time/calendar'
import { inSnapshot } from '../../../ground/db/snapshot'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import type { TrialView } from '../../call/view'
import { shownStudyPacks } from '../../study-packs/shown-study-packs'
import { sheetOf, type DownloadColumn, type OpenDownload } from '../download'

/**
 * The study packs that match, as their list shows them to this viewer, a row each: narrowed on what the viewer is shown, not on more.
 * They are read at once, like the list.
 */
export const exportStudyPacks: OpenDownload<InTrial, ParsedInput<typeof downloadStudyPacks>['query']> = ({
  context,
  actor,
  view,
  trial_id,
  query,
}) =>
  inSnapshot(context.database, async (snapshot) => {
    const trial = await findTrial(snapshot, trial_id)
    if (!trial) return refused(refusal('not_found'))
    const viewer = { context, actor, view, trial }
    const packs = await shownStudyPacks(snapshot, viewer, { ids: 'all', with_logs: false })
    const fits = packTest(query, dayIn(trial.selected_timezone, context.now()))
    const matching = packs.filter((pack) => fits(packEntry(pack)))
    return accepted({
      role: view.permission.role.title,
      ...sheetOf(packColumns(trial, view), { count: matching.length, items: inTurns(matching) }),
    })
  })

const packColumns = (trial: WholeTrial, { permission, sites: reached }: TrialView): DownloadColumn<StudyPack>[] => {
  const titles = new Map(
    trial.sites.flatMap(({ id, title }) => (reachesSite(reached, id) ? [[id, title] as const] : [])),
  )
  return PACK_FIELD_NAMES.flatMap((name) => {
    const { heading, export_heading = heading, needs } = packField(name)
    return needs === undefined || can(permission, needs)
      ? [{ heading: export_heading, cell: (pack: StudyPack) => cellOf(name, pack, titles) }]
      : []
  })
}

const cellOf = (name: PackField, pack: StudyPack, titles: ReadonlyMap<number, string>): ReportCell => {
  if (isPlainPackField(name)) return pack[name]
  switch (name) {
    case 'study_pack_status_id':
      return studyPackStatusOfId(pack.study_pack_status_id)?.name ?? null
    case 'site_id':
      return pack.site_id === null ? null : (titles.get(pack.site_id) ?? `Site ${pack.site_id}`)
    case 'study_group':
      return pack.study_group?.name ?? null
    case 'participant':
      return pack.participant?.trial_sequence_no ?? null
  }
}

/** So many rows are written before others have their turn. */
const PIECE = 1000

async function* inTurns<Item>(items: readonly Item[]): AsyncGenerator<Item, void, undefined> {
  for (let at = 0; at < items.length; at += PIECE) {
    yield* items.slice(at, at + PIECE)
    await setImmediate()
  }
}
