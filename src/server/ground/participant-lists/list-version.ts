import { sha256 } from '../secrets/sha256'
import type { PermittedSites } from '#domain/people/permissions'
import type { ParticipantChange } from '../db/participants-snapshot'

const BEFORE_ANY_CHANGE = '00000000-0000-0000-0000-000000000000'

/** What identifies the sites that somebody reaches in a trial, in whatever order they are named. */
export const reachName = (sites: PermittedSites): string => {
  const named = sites === 'all' ? sites : [...new Set(sites)].sort((a, b) => a - b).join()
  return sha256(named).toString('hex').slice(0, 16)
}

/** A version of a trial's list as devices hold it: which change, of which history, at which sites. */
export const listVersion = ({ version, token }: ParticipantChange, sites: PermittedSites): string =>
  [version, token ?? BEFORE_ANY_CHANGE, reachName(sites)].join('.')

/** The change that a version names; null where it is the version of other sites than these, of which nothing can be followed. */
export const changeOfVersion = (version: string, sites: PermittedSites): ParticipantChange | null => {
  const [number, token, reach] = version.split('.')
  if (number === undefined || token === undefined || reach !== reachName(sites)) return null
  return { version: Number(number), token: token === BEFORE_ANY_CHANGE ? null : token }
}
