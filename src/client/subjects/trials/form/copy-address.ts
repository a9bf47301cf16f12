import { idInAddress } from '#contract/fields'
import * as v from 'valibot'
import { paths } from '../../../paths'

const PREFIX = 'copy-of-'

/** The link to a new trial that begins as a copy of this one. */
export const copyPath = (trialId: number) => ({ ...paths.newTrial(), hash: `${PREFIX}${trialId}` })

/** The trial that the address names to be copied, or null. */
export const copiedIdOf = (hash: string): number | null => {
  if (!hash.startsWith(PREFIX)) return null
  const parsed = v.safeParse(idInAddress, hash.slice(PREFIX.length))
  return parsed.success ? parsed.output : null
}
