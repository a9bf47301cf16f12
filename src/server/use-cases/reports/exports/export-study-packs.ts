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
import { dayIn } from '../../../ground/time/calendar'
import { packIdsInOrder } from '../../../ground/db/study-packs'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import type { TrialView } from '../../call/view'
import { shownStudyPacks } from '../../study-packs/shown-study-packs'
import { chosenColumns, sheetOf, type NamedColumns, type OpenDownload } from '../download'

/**
 * The study packs that match, as their list shows them to this viewer, a row each: narrowed on what the viewer is shown, not on more. They
 * are read twice, first to find which match: what is announced and written down is how many.
 */
export const exportStudyPacks: OpenDownload<InTrial, ParsedInput<typeof downloadStudyPacks>['query']> = async ({
  context,
  actor,
  view,
  trial_id,
  query: { columns, ...query },
  reading,
}) => {
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const viewer = { context, actor, view, trial }
  const shown = (ids: readonly number[]) =>
    reading.readPiece((queries) => shownStudyPacks(queries, viewer, { ids, with_logs: false }))
  const fits = packTest(query, dayIn(trial.selected_timezone, context.now()))
  const matching: number[] = []
  for await (const ids of (await reading.readIds(packIdsInOrder(trial, view.sites), PIECE)).pieces())
    matching.push(...(await shown(ids)).filter((pack) => fits(packEntry(pack))).map(({ id }) => id))
  return accepted({
    role: view.permission.role.title,
    ...sheetOf(chosenColumns(packColumns(trial, view), withBatch(columns)), {
      count: matching.length,
      items: inPieces(matching, shown),
    }),
  })
}

/** So many packs are read at once: others wait no longer than one such reading takes. */
const PIECE = 500

async function* inPieces(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<StudyPack[]>,
): AsyncGenerator<StudyPack, void, undefined> {
  for (let at = 0; at < ids.length; at += PIECE) yield* await read(ids.slice(at, at + PIECE))
}

/** The list always has the batches, as rows of their own above their packs: a file says it of each pack. */
const withBatch = (columns: readonly string[] | undefined): readonly string[] | undefined =>
  columns?.flatMap((name) => (name === 'pack_id' ? [name, 'batch_id'] : [name]))

const packColumns = (trial: WholeTrial, { permission, sites: reached }: TrialView): NamedColumns<StudyPack> => {
  const titles = new Map(
    trial.sites.flatMap(({ id, title }) => (reachesSite(reached, id) ? [[id, title] as const] : [])),
  )
  return Object.fromEntries(
    PACK_FIELD_NAMES.flatMap((name) => {
      const { heading, export_heading = heading, needs } = packField(name)
      return needs === undefined || can(permission, needs)
        ? [[name, [{ heading: export_heading, cell: (pack: StudyPack) => cellOf(name, pack, titles) }]]]
        : []
    }),
  )
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
