import { accepted, refused, type Outcome } from '#domain/outcome'
import type { AllocationDesign } from '#domain/randomisation/design'
import { MINIMISATION_MEASURES } from '#domain/trials/trial-methods'
import * as v from 'valibot'
import type { Canonical } from './canonical-json'
import { genesisHash } from './ledger-chain'
import type { LedgerRecord, SettingsRecord } from './ledger-records'

/** A record as it is read back: with a design that the engine can draw by. */
export type ReadRecord =
  Exclude<LedgerRecord, SettingsRecord> | (Omit<SettingsRecord, 'design'> & { readonly design: AllocationDesign })

/** The text of a record in; the record out, refused where it is none. */
export const readLedgerRecord = (text: string): Outcome<ReadRecord, 'record_unreadable'> => {
  const parsed = v.safeParse(record, text)
  return parsed.success ? accepted(parsed.output) : refused('record_unreadable')
}

/** h_0, in hex, of a chain whose first record this is: it holds the design at Start. A text that is none is a defect. */
export const genesisOfLedger = (commitmentHex: string, firstRecord: string): string =>
  genesisHash(commitmentHex, v.parse(opening, firstRecord).design)

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Whatever a design says: only its text counts for the chain. */
const canonical: v.GenericSchema<Canonical> = v.lazy(() =>
  v.union([whole, v.string(), v.array(canonical), v.record(v.string(), canonical)]),
)
const opening = v.pipe(v.string(), v.parseJson(), v.object({ design: v.record(v.string(), canonical) }))

const yesOrNo = v.pipe(
  v.picklist([0, 1]),
  v.transform((flag) => flag === 1),
)

/** SHA-256 in lower-case hex. */
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const hashedNames = v.array(v.strictObject({ id: whole, hash: digest }))

const base = {
  cells: v.array(v.strictObject({ group_ids: v.array(whole), weight: whole })),
  is_stratified: yesOrNo,
  is_site_stratified: yesOrNo,
  exclude_flagged_participants: yesOrNo,
  strata: v.array(v.strictObject({ id: whole, option_ids: v.array(whole) })),
}

const design = v.variant('method', [
  v.strictObject({ method: v.literal('standard'), ...base }),
  v.strictObject({ method: v.literal('blocked'), ...base, block_size_min: whole, block_size_max: whole }),
  v.strictObject({ method: v.literal('urn'), ...base, urn_initial: whole, urn_alpha: whole, urn_beta: whole }),
  v.strictObject({
    method: v.literal('minimisation'),
    ...base,
    minimisation_measure: v.picklist(MINIMISATION_MEASURES),
    minimisation_probability: whole,
    factors: v.array(v.strictObject({ of: v.union([v.picklist(['trial', 'site']), whole]), weight: whole })),
  }),
])

const numbered = { i: whole, at: v.string() }
const onFlag = { ...numbered, counter: whole, level: whole, steers: v.picklist([0, 1]) }

const record = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    v.strictObject({ type: v.literal('settings'), ...numbered, design }),
    v.strictObject({ type: v.literal('names'), ...numbered, study_groups: hashedNames, sites: hashedNames }),
    v.strictObject({ type: v.literal('epoch'), ...numbered, epoch: whole }),
    v.strictObject({
      type: v.literal('allocation'),
      ...numbered,
      counter: whole,
      epoch: whole,
      site: whole,
      options: v.array(v.strictObject({ stratum: whole, option: whole })),
      arm: whole,
      groups: v.array(whole),
    }),
    v.strictObject({ type: v.literal('flag'), ...onFlag }),
    v.strictObject({ type: v.literal('unflag'), ...onFlag }),
    v.strictObject({ type: v.literal('reveal'), ...numbered }),
  ]),
)
