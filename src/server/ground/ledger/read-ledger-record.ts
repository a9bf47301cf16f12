import { drawnSettingNamesOf, type DrawnSettings } from '#domain/trials/method-setting'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { PERCENT } from '#domain/randomisation/minimisation-probability'
import type { AllocationDesign, DesignOf, RatioDesign } from '#domain/randomisation/design'
import { recordOf } from '#domain/record-of'
import { METHOD_SETTINGS, type RandomisationMethodName, type RatioMethodName } from '#domain/trials/trial-methods'
import * as v from 'valibot'
import type { Canonical } from './canonical-json'
import { genesisHash } from './ledger-chain'
import type { LedgerRecord, SettingsRecord } from './ledger-records'

/** A record that was read back, with a design that the engine can use. */
export type ReadRecord =
  Exclude<LedgerRecord, SettingsRecord> | (Omit<SettingsRecord, 'design'> & { readonly design: AllocationDesign })

/** Reads the text of a record. Refused where the text is no record. */
export const readLedgerRecord = (text: string): Outcome<ReadRecord, 'record_unreadable'> => {
  const parsed = v.safeParse(record, text)
  return parsed.success ? accepted(parsed.output) : refused('record_unreadable')
}

/** h_0, in hex, of a chain with this first record, which has the design at Start. Throws for any other text. */
export const genesisOfLedger = (commitmentHex: string, firstRecord: string): string =>
  genesisHash(commitmentHex, v.parse(opening, firstRecord).design)

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Any form of design: only its text counts for the chain. */
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

type SchemasOf<Values> = { readonly [Name in keyof Values]: v.GenericSchema<Values[Name]> }

function settingEntries<Method extends RandomisationMethodName>(method: Method): SchemasOf<DrawnSettings<Method>>
function settingEntries(method: RandomisationMethodName): Readonly<Record<string, v.GenericSchema>> {
  return recordOf(drawnSettingNamesOf(method), (name) => {
    const setting = METHOD_SETTINGS[name]
    if ('choices' in setting) return v.picklist(setting.choices)
    return 'form' in setting ? v.pipe(v.string(), v.regex(setting.form)) : whole
  })
}

const designBy = <const Method extends RandomisationMethodName>(method: Method) =>
  v.strictObject({ method: v.literal(method), ...base, ...settingEntries(method) })

/** Left out where a probability is in percent, as in every ledger from before there were fractions. */
const outOf = v.optional(whole, PERCENT)

const factors = v.array(v.strictObject({ of: v.union([v.picklist(['trial', 'site']), whole]), weight: whole }))

const DESIGNS = {
  standard: designBy('standard'),
  blocked: designBy('blocked'),
  urn: designBy('urn'),
  minimisation: v.strictObject({ ...designBy('minimisation').entries, factors, minimisation_out_of: outOf }),
  big_stick: designBy('big_stick'),
  biased_coin: designBy('biased_coin'),
  efron: designBy('efron'),
  maximal: designBy('maximal'),
  chosen_blocks: designBy('chosen_blocks'),
  list: designBy('list'),
} satisfies { [Method in RandomisationMethodName]: v.GenericSchema<unknown, DesignOf<Method>> }

/** The ratios by option, in the designs of methods that may have them. */
const ratios = v.strictObject({
  stratum: whole,
  options: v.array(v.strictObject({ option: whole, weights: v.array(whole) })),
})

const withRatios = <const Entries extends v.ObjectEntries>(one: v.StrictObjectSchema<Entries, undefined>) =>
  v.strictObject({ ...one.entries, ratios })

const RATIO_DESIGNS = {
  standard: withRatios(DESIGNS.standard),
  blocked: withRatios(DESIGNS.blocked),
  urn: withRatios(DESIGNS.urn),
  chosen_blocks: withRatios(DESIGNS.chosen_blocks),
} satisfies { [Method in RatioMethodName]: v.GenericSchema<unknown, RatioDesign & { readonly method: Method }> }

const design = v.union([v.variant('method', Object.values(DESIGNS)), v.variant('method', Object.values(RATIO_DESIGNS))])

const numbered = { i: whole, at: v.string() }
const onFlag = { ...numbered, counter: whole, level: whole, steers: v.picklist([0, 1]) }

const record = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('type', [
    v.strictObject({ type: v.literal('settings'), ...numbered, design }),
    v.strictObject({ type: v.literal('names'), ...numbered, study_groups: hashedNames, sites: hashedNames }),
    v.strictObject({ type: v.literal('list'), ...numbered, number: whole, hash: digest }),
    v.strictObject({ type: v.literal('epoch'), ...numbered, epoch: whole }),
    v.strictObject({ type: v.literal('carried'), ...numbered, epoch: whole }),
    v.strictObject({
      type: v.literal('allocation'),
      ...numbered,
      counter: whole,
      epoch: whole,
      site: whole,
      options: v.array(v.strictObject({ stratum: whole, option: whole })),
      arm: whole,
      groups: v.array(whole),
      position: v.exactOptional(whole),
    }),
    v.strictObject({ type: v.literal('flag'), ...onFlag }),
    v.strictObject({ type: v.literal('unflag'), ...onFlag }),
    v.strictObject({ type: v.literal('reopening'), ...numbered, number: whole, drawn: whole }),
    v.strictObject({ type: v.literal('reveal'), ...numbered }),
  ]),
)
