import { LABEL_SHEETS } from '#domain/study-packs/label-sheet'
import { IMPORT_COLUMNS, MAX_DURATION } from '#domain/study-packs/study-pack-import'
import * as v from 'valibot'
import { endpoint, fileBytes, MAX_IMPORT_BYTES, MAX_LIST_BYTES } from './endpoint'
import { date, exactObject, id, idInAddress, integer, optionalText, requiredText } from './fields'
import { MAX_PACKS } from './study-packs'
import { inTrial, toPerform } from './needs'
import { PACK_TOUCHES } from './touches'

/** The longest name of a batch, in characters. */
export const MAX_BATCH_CHARACTERS = 100

const ofTrial = { trial_id: idInAddress }
const batchId = requiredText(MAX_BATCH_CHARACTERS)
const NOT_A_CELL = 'Must be text or a number'

/** The content of one cell: text or a number, null or absent where it is empty. A fault is reported by its row. */
const cell = v.pipe(
  v.nullish(v.union([v.string(), v.number()], NOT_A_CELL), null),
  v.transform((value) => (value === null ? '' : String(value))),
)

/** One pack as a row names it: group and site by name. */
const importRow = exactObject(v.entriesFromList(IMPORT_COLUMNS, cell))

/** The most rows that an import takes, and the most packs that are generated at once. */
export const MAX_IMPORT_ROWS = MAX_PACKS
const tooManyPacks = () => `At most ${MAX_PACKS.toLocaleString('en-GB')} packs`

export const importStudyPacks = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/study-packs/import',
  summary: 'Import study packs, all or none',
  needs: toPerform(inTrial('importStudyPacks')),
  parameters: ofTrial,
  body: exactObject({
    batch_id: batchId,
    study_packs: v.pipe(
      v.array(importRow, 'Must be a list of packs'),
      v.minLength(1, 'Must contain at least one pack'),
      v.maxLength(MAX_PACKS, tooManyPacks),
    ),
    /** The reason to import the list although a pattern in it reveals the study groups. */
    acknowledge_pattern: optionalText(2000),
  }),
  max_body_bytes: MAX_IMPORT_BYTES,
  status: 201,
  touches: PACK_TOUCHES,
  response: v.strictObject({ data: v.strictObject({ created: v.number() }) }),
  errors: ['packs_not_managed'],
})

/** A row to import; null where the packs have none, or the manufacturer adds it. */
const generatedRow = v.strictObject({
  ...v.entriesFromList(IMPORT_COLUMNS, v.nullable(v.string())),
  pack_id: v.string(),
  study_group: v.string(),
  duration: v.nullable(v.number()),
})
export type GeneratedPack = v.InferOutput<typeof generatedRow>

export const generateStudyPacks = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/study-packs/generate',
  saves_nothing: true,
  summary: 'Generate study packs as rows to import, with IDs and an order that hide their study groups',
  needs: inTrial('importStudyPacks'),
  parameters: ofTrial,
  body: exactObject({
    batch_id: batchId,
    /** The beginning of every id. */
    prefix: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{0,20}$/, 'At most 20 letters, digits and hyphens')),
    study_groups: v.pipe(
      v.array(exactObject({ id, count: integer(0, MAX_PACKS) }), 'Must be a list of study groups'),
      v.check((groups) => new Set(groups.map((group) => group.id)).size === groups.length, 'Lists a study group twice'),
      v.check((groups) => groups.some(({ count }) => count > 0), 'Must ask for at least one pack'),
      v.check((groups) => groups.reduce((sum, { count }) => sum + count, 0) <= MAX_PACKS, tooManyPacks),
    ),
    site_id: v.nullish(id, null),
    /** In days. */
    duration: v.nullish(integer(0, MAX_DURATION), null),
    expire_on: v.nullish(date, null),
  }),
  status: 200,
  response: v.strictObject({ data: v.array(generatedRow) }),
  errors: ['packs_not_managed'],
})

export const printStudyPackLabels = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/study-packs/labels',
  summary: 'Print study pack labels in order of pack ID, without study groups',
  needs: inTrial('printStudyPackLabels'),
  parameters: ofTrial,
  body: exactObject({
    study_pack_ids: v.pipe(
      v.array(id, 'Must be a list of IDs'),
      v.minLength(1, 'Must list at least one pack'),
      v.maxLength(MAX_PACKS, tooManyPacks),
      v.check((ids) => new Set(ids).size === ids.length, 'Lists a pack twice'),
    ),
    sheet: v.picklist(
      LABEL_SHEETS.map(({ id }) => id),
      'Must be an available label sheet',
    ),
  }),
  max_body_bytes: MAX_LIST_BYTES,
  status: 200,
  // Only the history of the packs.
  touches: ['trials/{trial_id}/study-packs/*'],
  file: { media_type: 'application/pdf', name: 'study-pack-labels.pdf' },
  response: fileBytes,
  errors: ['packs_not_managed'],
})
