import type { ParsedInput } from '#contract/endpoint'
import type { downloadStudyPacks } from '#contract/exports'
import { refusal } from '#contract/errors'
import type { StudyPack } from '#contract/study-packs'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import { can, reachesSite } from '#domain/people/permissions'
import type { ReportCell } from '#domain/reports/report'
import { isPlainPackField, PACK_FIELD_NAMES, packField, type PackField } from '#domain/study-packs/study-pack-fields'
import { packEntry, packTest } from '#domain/study-packs/study-pack-filter'
import { pick } from '#domain/record-of'
import { orderPacks, type PlacedPack } from '#domain/study-packs/study-pack-order'
import { dayIn } from '../../../ground/time/calendar'
import { packIdsInOrder } from '../../../ground/db/study-packs'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import { studyPackStatusName } from '../../../ground/stored-names'
import type { TrialView } from '../../call/view'
import { shownStudyPacks } from '../../study-packs/shown-study-packs'
import { chosenColumns, sheetOf, type NamedColumns, type OpenDownload } from '../download'

/**
 * The matching study packs, as their list shows them to this viewer, a row each: filtered only by visible fields. They
 * are read twice, first to find the matches, whose number is announced and recorded.
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
  const matching: (PlacedPack & { id: number })[] = []
  for await (const ids of (await reading.readIds(packIdsInOrder(trial, view.sites), PIECE)).pieces())
    matching.push(...(await shown(ids)).filter((pack) => fits(packEntry(pack))).map(placeOf))
  const titleOf = siteTitlesFor(trial, view)
  const ids = orderPacks(matching, query, titleOf).map(({ id }) => id)
  return accepted({
    role: view.permission.role.title,
    ...sheetOf(chosenColumns(packColumns(view, titleOf), withBatch(columns)), {
      count: ids.length,
      items: inPieces(ids, shown),
    }),
  })
}

/** How many packs are read at once: others wait no longer than one such reading. */
const PIECE = 500

async function* inPieces(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<StudyPack[]>,
): AsyncGenerator<StudyPack, void, undefined> {
  for (let at = 0; at < ids.length; at += PIECE) {
    const piece = ids.slice(at, at + PIECE)
    // Read by batch, whatever the order of the list.
    const byId = new Map((await read(piece)).map((pack) => [pack.id, pack]))
    for (const id of piece) {
      const pack = byId.get(id)
      if (pack !== undefined) yield pack
    }
  }
}

/** The fields of a matching pack that are stored until all are in order. */
const placeOf = ({ id, participant, ...pack }: StudyPack): PlacedPack & { id: number } => ({
  id,
  ...pick(pack, ['pack_id', 'batch_id', 'study_pack_status_id', 'site_id', 'duration', 'last_allocation_date']),
  participant,
})

/** The list shows batches as rows above their packs: a file names the batch at each pack. */
const withBatch = (columns: readonly string[] | undefined): readonly string[] | undefined =>
  columns?.flatMap((name) => (name === 'pack_id' ? [name, 'batch_id'] : [name]))

type SiteTitles = (siteId: number | null) => string | null

/** The titles of the sites that the viewer reaches; any other by its id. */
const siteTitlesFor = (trial: WholeTrial, { sites: reached }: TrialView): SiteTitles => {
  const titles = new Map(
    trial.sites.flatMap(({ id, title }) => (reachesSite(reached, id) ? [[id, title] as const] : [])),
  )
  return (siteId) => (siteId === null ? null : (titles.get(siteId) ?? `Site ${siteId}`))
}

const packColumns = ({ permission }: TrialView, titleOf: SiteTitles): NamedColumns<StudyPack> =>
  Object.fromEntries(
    PACK_FIELD_NAMES.flatMap((name) => {
      const { heading, export_heading = heading, needs } = packField(name)
      return needs === undefined || can(permission, needs)
        ? [[name, [{ heading: export_heading, cell: (pack: StudyPack) => cellOf(name, pack, titleOf) }]]]
        : []
    }),
  )

const cellOf = (name: PackField, pack: StudyPack, titleOf: SiteTitles): ReportCell => {
  if (isPlainPackField(name)) return pack[name]
  switch (name) {
    case 'study_pack_status_id':
      return studyPackStatusName(pack.study_pack_status_id)
    case 'site_id':
      return titleOf(pack.site_id)
    case 'study_group':
      return pack.study_group?.name ?? null
    case 'participant':
      return pack.participant?.trial_sequence_no ?? null
  }
}
