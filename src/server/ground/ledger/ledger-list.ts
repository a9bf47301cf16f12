import type { ListStratum } from '#domain/randomisation/own-list'
import { canonicalJson } from './canonical-json'
import { sha256 } from '../secrets/sha256'

/** An uploaded list as its hash commits to it: the trial and its number there, the salt in hex, and every row. */
export type CommittedList = {
  readonly trial_uuid: string
  readonly number: number
  readonly salt_hex: string
  /** The study groups of each cell that a row can be, in order. */
  readonly groups: readonly (readonly number[])[]
  readonly strata: readonly ListStratum[]
}

/**
 * The commitment to a list, in hex: nobody learns a row from it, and no other rows fit it. Source:
 * src/specification/rct-alloc-1.md#uploaded-list.
 */
export const listHash = ({ trial_uuid, number, salt_hex, groups, strata }: CommittedList): string =>
  sha256(
    LIST,
    Buffer.from(salt_hex, 'hex'),
    canonicalJson({ groups, number, strata: listText(strata), trial_uuid }),
  ).toString('hex')

/** The strata of a list as its text and an export after the reveal have them; without a site where the design is not by site. */
export const listText = (strata: readonly ListStratum[]): TextOfStratum[] =>
  strata.map(({ site_id, options, cells }) => ({
    cells: [...cells],
    options: options.map((one) => ({ option: one.trial_stratum_option_id, stratum: one.trial_stratum_id })),
    ...(site_id === null ? {} : { site: site_id }),
  }))

type TextOfStratum = { cells: number[]; options: { option: number; stratum: number }[]; site?: number }

/** Set apart from the leaves, nodes and names of the chain. */
const LIST = Uint8Array.of(0x03)
