import * as v from 'valibot'
import { endpoint } from './endpoint'
import { exactObject, id, idInAddress, reason } from './fields'
import { trial } from './trials'
import { inTrial } from './needs'
import { TRIAL_TOUCHES } from './touches'

const ofTrial = { trial_id: idInAddress }

/** SHA-256 in lower-case hex. */
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** An uploaded list as its hash commits to it; without a site where the trial is not stratified by site. */
const openList = v.strictObject({
  salt_hex: digest,
  groups: v.array(v.array(id)),
  strata: v.array(
    v.strictObject({
      cells: v.array(v.number()),
      options: v.array(v.strictObject({ option: id, stratum: id })),
      site: v.optional(id),
    }),
  ),
})

/**
 * Everything that the verifier needs (src/specification/rct-alloc-1.md#the-file). A trial that was never started has no records
 * and null for `genesis` (h_0) and `head` (the hash of its last record).
 */
const ledger = v.strictObject({
  construction: v.literal('RCT-ALLOC-1'),
  trial_id: id,
  title: v.string(),
  trial_uuid: v.string(),
  commitment: digest,
  nonce_hex: v.nullable(v.string()),
  /** Null until the reveal. */
  seed_hex: v.nullable(digest),
  genesis: v.nullable(digest),
  length: v.number(),
  head: v.nullable(digest),
  /** `record` is the exact text that was hashed. After the reveal `names` are the names behind its hashes, `list` the rows behind its hash. */
  records: v.array(
    v.strictObject({
      i: id,
      record: v.string(),
      leaf: digest,
      head: digest,
      names: v.optional(v.array(v.strictObject({ name: v.string(), label: v.nullable(v.string()) }))),
      list: v.optional(openList),
    }),
  ),
})
export type Ledger = v.InferOutput<typeof ledger>

export const getLedger = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/ledger',
  summary: 'Read a trial’s ledger for the verifier, with the seed after its reveal',
  needs: inTrial('viewLedger'),
  parameters: ofTrial,
  status: 200,
  response: ledger,
})

const NONCE_DIGITS = 'Must be 16 to 128 hexadecimal digits, in pairs'

export const enterStartNonce = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/start-nonce',
  summary: 'Enter the statistician’s own number for the draws, once, while the trial is planning',
  needs: inTrial('enterStartNonce', { to_see: 'viewTrial' }),
  parameters: ofTrial,
  /** Stored in lower case, since the draws depend on its text. */
  body: exactObject({
    nonce_hex: v.pipe(
      v.string(NONCE_DIGITS),
      v.regex(/^([0-9A-Fa-f]{2}){8,64}$/, NONCE_DIGITS),
      v.transform((digits) => digits.toLowerCase()),
    ),
  }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: trial,
  errors: ['nonce_not_accepted'],
})

export const revealSeed = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/reveal',
  summary: 'Reveal the seed of a finished or terminated trial to everyone who may see its ledger',
  needs: inTrial('viewLedger', { and: 'revealSeed' }),
  parameters: ofTrial,
  body: exactObject({ reason }),
  status: 200,
  touches: TRIAL_TOUCHES,
  response: v.strictObject({ seed_hex: digest, nonce_hex: v.nullable(v.string()) }),
  errors: ['reveal_not_allowed'],
  asks_fresh_sign_in: 'always',
})
