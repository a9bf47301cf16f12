/** A child of a form that is saved over a trial: with its id, or new. */
type Sent = { readonly id?: number | undefined }

type SentOption = Sent & { readonly name: string }
type SentStratum = Sent & {
  readonly name: string
  readonly description: string | null
  readonly trial_stratum_options: readonly SentOption[]
}

/** The fields of the form that the rules below read. */
export type SentForm = {
  readonly allocation_method_id: number
  readonly randomisation_method_id: number
  readonly exclude_flagged_participants: boolean
  readonly sites: readonly Sent[]
  readonly study_groups: readonly (Sent & { readonly factorial_level: number | null })[]
  readonly trial_strata: readonly SentStratum[]
}

/** The fields of the stored trial that they read. */
export type StoredForm = {
  readonly allocation_method_id: number
  readonly randomisation_method_id: number
  readonly exclude_flagged_participants: boolean
  readonly sites: readonly { readonly id: number; readonly title: string }[]
  readonly study_groups: readonly { readonly id: number; readonly factorial_level: number | null }[]
  readonly trial_strata: readonly {
    readonly id: number
    readonly name: string
    readonly description: string | null
    readonly trial_stratum_options: readonly { readonly id: number; readonly name: string }[]
  }[]
}

type Faults = Record<string, string>

/**
 * The faults in the ids of a form's children, by their paths: an id that the trial or stratum does not have, an id that occurs
 * twice, and a missing site, since sites are never removed.
 */
export const childFaults = (sent: SentForm, stored: StoredForm): Faults => {
  const faults: Faults = {
    ...idFaults('sites', sent.sites, stored.sites),
    ...idFaults('study_groups', sent.study_groups, stored.study_groups),
    ...idFaults('trial_strata', sent.trial_strata, stored.trial_strata),
  }
  for (const [index, stratum] of sent.trial_strata.entries()) {
    const options = stored.trial_strata.find(({ id }) => id === stratum.id)?.trial_stratum_options ?? []
    const path = `trial_strata.${index}.trial_stratum_options`
    Object.assign(faults, idFaults(path, stratum.trial_stratum_options, options))
  }
  const [first, ...more] = missingFrom(sent.sites, stored.sites)
  if (first !== undefined) {
    const others = more.length > 0 ? ` and ${more.length} more` : ''
    faults['sites'] =
      `A site cannot be removed, only marked as “No longer takes part”. Missing: ${first.title}${others}`
  }
  return faults
}

/** The stored children that a form does not name. */
export const missingFrom = <Child extends { readonly id: number }>(
  sent: readonly Sent[],
  stored: readonly Child[],
): Child[] => {
  const named = new Set(sent.map(({ id }) => id))
  return stored.filter(({ id }) => !named.has(id))
}

const idFaults = (path: string, sent: readonly Sent[], stored: readonly { readonly id: number }[]): Faults => {
  const storedIds = new Set(stored.map(({ id }) => id))
  const seen = new Set<number>()
  const faults: Faults = {}
  for (const [index, { id }] of sent.entries()) {
    if (id === undefined) continue
    if (!storedIds.has(id)) faults[`${path}.${index}.id`] = 'Not part of this trial'
    else if (seen.has(id)) faults[`${path}.${index}.id`] = 'Listed twice'
    seen.add(id)
  }
  return faults
}

/**
 * Whether a form changes strata in a way that is locked after the first participant: their number, names, help texts or
 * options. The weight in a minimisation may change, and the order of children with ids means nothing. Source:
 * src/specification/rct-alloc-1.md#epochs.
 */
export const changesStrata = (sent: readonly SentStratum[], stored: StoredForm['trial_strata']): boolean =>
  sent.length !== stored.length ||
  sent.some((stratum) => {
    const before = stored.find(({ id }) => id === stratum.id)
    return (
      before === undefined ||
      before.name !== stratum.name ||
      before.description !== stratum.description ||
      changesOptions(stratum.trial_stratum_options, before.trial_stratum_options)
    )
  })

const changesOptions = (
  sent: readonly SentOption[],
  stored: readonly { readonly id: number; readonly name: string }[],
): boolean =>
  sent.length !== stored.length ||
  sent.some((option) => stored.find(({ id }) => id === option.id)?.name !== option.name)

/**
 * The fields that a blinded person sees and must not change: methods, whose settings they cannot see, and settings that hide
 * the groups of packs: the least active packs, the packs of a stock, and the time zone that decides on which day others acted
 * (decision 0035).
 */
export const FIXED_WHILE_BLINDED = [
  'allocation_method_id',
  'randomisation_method_id',
  'is_managing_packs',
  'is_site_managing_packs',
  'least_active_packs',
  'selected_timezone',
] as const

/**
 * Whether a form changes a part of the design that is locked after the first participant: a method, the exclusion of flagged
 * participants, or a study group that is removed or moved to the other factor. The exclusion is locked because counts follow
 * flags when they are set, so a switch would miss the earlier ones.
 */
export const changesLockedDesign = (sent: SentForm, stored: StoredForm): boolean =>
  sent.allocation_method_id !== stored.allocation_method_id ||
  sent.randomisation_method_id !== stored.randomisation_method_id ||
  sent.exclude_flagged_participants !== stored.exclude_flagged_participants ||
  missingFrom(sent.study_groups, stored.study_groups).length > 0 ||
  sent.study_groups.some((group) => {
    const before = stored.study_groups.find(({ id }) => id === group.id)
    return before !== undefined && before.factorial_level !== group.factorial_level
  })
