import type { TrialCapability } from '../people/permissions'

type Field = {
  /** A text, a day (`YYYY-MM-DD`) or days are shown unchanged; each place formats other kinds itself. */
  kind: 'text' | 'day' | 'days' | 'status' | 'site' | 'group' | 'participant'
  /** Its heading on screens. */
  heading: string
  /** Its heading in the exported list, where that differs. */
  export_heading?: string
  /** The text on a pack's page where it is missing. */
  absent?: string
  /** Whether it follows from other fields, so that the database lacks it. */
  isDerived?: true
  /** The action that changes it. */
  changed_by?: 'transfer' | 'update'
  /** Whether the list of packs has a column for it; a text, day or days needs only this. */
  isListed?: true
  /** Whether a device stores it. */
  isStored?: true
  /** The capability to see it, besides that for packs. */
  needs?: TrialCapability
}

/**
 * The visible fields of a study pack, in the order of the export and the page. Nobody sees its confirmation code;
 * `study-pack-import.ts` has the fields of an imported list.
 */
export const PACK_FIELDS = {
  pack_id: { kind: 'text', heading: 'ID', export_heading: 'Study pack ID', isStored: true },
  batch_id: { kind: 'text', heading: 'Batch', isStored: true },
  study_pack_status_id: { kind: 'status', heading: 'Status', isStored: true },
  site_id: { kind: 'site', heading: 'Site', changed_by: 'transfer', isStored: true },
  study_group: { kind: 'group', heading: 'Study group', isDerived: true, needs: 'viewGroupsOfPacks' },
  expire_on: { kind: 'day', heading: 'Expiry date', absent: 'Never expires', changed_by: 'update', isStored: true },
  duration: { kind: 'days', heading: 'Duration (days)', changed_by: 'update', isListed: true, isStored: true },
  last_allocation_date: {
    kind: 'day',
    heading: 'Last possible allocation date',
    export_heading: 'Last allocation date',
    absent: 'No limit',
    isDerived: true,
    isListed: true,
    isStored: true,
  },
  participant: { kind: 'participant', heading: 'Participant', isDerived: true, isStored: true },
} as const satisfies Record<string, Field>

type Fields = typeof PACK_FIELDS
export type PackField = keyof Fields
/** The fields with this fact in the table. */
type FieldsThat<Fact> = { [Name in PackField]: Fields[Name] extends Fact ? Name : never }[PackField]

type PlainKind = 'text' | 'day' | 'days'
/** A field that is shown unchanged. */
export type PlainPackField = FieldsThat<{ kind: PlainKind }>
/** A field with a column of this name in the table of packs. */
export type PackColumn = Exclude<PackField, FieldsThat<{ isDerived: true }>>
/** A field that an action changes, besides the status. */
export type ChangedPackField = FieldsThat<{ changed_by: string }>

export const packField = (name: PackField): Field => PACK_FIELDS[name]

/** Whether a name is that of a field of a pack. */
export const isPackField = (name: string): name is PackField => Object.hasOwn(PACK_FIELDS, name)
export const PACK_FIELD_NAMES = Object.keys(PACK_FIELDS).filter(isPackField)

const PLAIN_KINDS: readonly string[] = ['text', 'day', 'days'] satisfies PlainKind[]
export const isPlainPackField = (name: PackField): name is PlainPackField =>
  PLAIN_KINDS.includes(PACK_FIELDS[name].kind)

export const PACK_COLUMNS = PACK_FIELD_NAMES.filter((name): name is PackColumn => packField(name).isDerived !== true)
export const CHANGED_PACK_FIELDS = PACK_FIELD_NAMES.filter(
  (name): name is ChangedPackField => packField(name).changed_by !== undefined,
)
/** The fields of the list's columns besides the pack, its status, its site and its group. */
export const LISTED_PACK_FIELDS = PACK_FIELD_NAMES.filter(isPlainPackField).filter((name) => packField(name).isListed)

/** The fields of one of the plain kinds, and those of them that a device stores. */
export const packFieldsOf = <Kind extends PlainKind>(kind: Kind) =>
  PACK_FIELD_NAMES.filter((name): name is FieldsThat<{ kind: Kind }> => PACK_FIELDS[name].kind === kind)
export const storedPackFieldsOf = <Kind extends PlainKind>(kind: Kind) =>
  PACK_FIELD_NAMES.filter(
    (name): name is FieldsThat<{ kind: Kind; isStored: true }> =>
      PACK_FIELDS[name].kind === kind && packField(name).isStored === true,
  )
