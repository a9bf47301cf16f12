import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const PAGE = readFileSync(new URL('../../src/specification/rct-alloc-1.md', import.meta.url), 'utf8')

/** Every block of test vectors of the page with this name, in order. */
const blocks = (name: string): unknown[] =>
  [...PAGE.matchAll(/^```json (\w+)\n(.*?)^```$/gms)].flatMap(([, of, text = '']) =>
    of === name ? [JSON.parse(text)] : [],
  )

const whole = v.pipe(v.number(), v.integer())
const key = v.strictObject({
  nonce_hex: v.nullable(v.string()),
  draw_key: v.string(),
  salt_key: v.string(),
  name_key: v.string(),
})
const integersOf = v.strictObject({
  m: v.string(),
  draws: v.array(v.strictObject({ t: whole, words_used: whole, value: v.string() })),
})
const drawn = v.strictObject({
  design: v.looseObject({
    method: v.string(),
    cells: v.array(v.strictObject({ group_ids: v.array(whole), weight: whole })),
    strata: v.array(v.strictObject({ id: whole, option_ids: v.array(whole) })),
  }),
  sites: v.array(whole),
  options: v.array(v.array(whole)),
  arms: v.array(whole),
})

/** A trial of the page: its design in the terms of the ledger, its participants, and the arms drawn. */
export type DrawnTrial = v.InferOutput<typeof drawn>

/** The kinds of records that the page's table describes. */
export const KINDS_OF_RECORDS: readonly string[] = [
  ...(/^### Records$.*?(?=^###)/ms.exec(PAGE)?.[0] ?? '').matchAll(/^\| (`[^|]+`) +\|/gm),
].flatMap(([, names = '']) => [...names.matchAll(/\w+/g)].map(([name]) => name))

const uploadedList = v.strictObject({
  groups: v.array(v.array(whole)),
  salt_hex: v.string(),
  strata: v.array(v.strictObject({ cells: v.array(whole), options: v.tuple([]), site: whole })),
})

const ledgerWith = <Nonce extends v.GenericSchema>(nonce_hex: Nonce) =>
  v.looseObject({
    commitment: v.string(),
    genesis: v.string(),
    nonce_hex,
    records: v.array(
      v.strictObject({
        i: whole,
        record: v.string(),
        leaf: v.string(),
        head: v.string(),
        names: v.optional(v.array(v.strictObject({ name: v.string(), label: v.nullable(v.string()) }))),
        list: v.optional(uploadedList),
      }),
    ),
  })

/** The test vectors of RCT-ALLOC-1, parsed from its page. */
export const PAGE_VECTORS = {
  keys: v.parse(
    v.strictObject({ seed_hex: v.string(), trial_uuid: v.string(), commitment: v.string(), derived: v.array(key) }),
    blocks('keys')[0],
  ),
  words: v.parse(v.array(v.strictObject({ t: whole, j: whole, hex: v.string() })), blocks('words')[0]),
  integers: v.parse(v.array(integersOf), blocks('integers')[0]),
  trials: v.parse(v.array(drawn), blocks('draws')),
  /** The first has names and a start nonce, the second carried counts and a re-opening, the third uploaded lists. */
  ledgers: v.parse(v.tuple([ledgerWith(v.string()), ledgerWith(v.null()), ledgerWith(v.null())]), blocks('ledger')),
}
