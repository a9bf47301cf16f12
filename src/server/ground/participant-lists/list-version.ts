import { sha256 } from '../secrets/sha256'
import type { PermittedSites } from '#domain/people/permissions'
import type { ParticipantChange } from '../db/participants-snapshot'

const BEFORE_ANY_CHANGE = '00000000-0000-0000-0000-000000000000'

/** A name for a person's sites in a trial, the same in whatever order they are listed. */
export const reachName = (sites: PermittedSites): string => {
  const named = sites === 'all' ? sites : [...new Set(sites)].sort((a, b) => a - b).join()
  return sha256(named).toString('hex').slice(0, 16)
}

/** The version of a trial's list on a device: the change, its history, and the sites. */
export const listVersion = ({ version, token }: ParticipantChange, sites: PermittedSites): string =>
  [version, token ?? BEFORE_ANY_CHANGE, reachName(sites)].join('.')

/** The change that a version names; null where the version is for other sites, so that no changes can be sent. */
export const changeOfVersion = (version: string, sites: PermittedSites): ParticipantChange | null => {
  const [number, token, reach] = version.split('.')
  if (number === undefined || token === undefined || reach !== reachName(sites)) return null
  return { version: Number(number), token: token === BEFORE_ANY_CHANGE ? null : token }
}
