import type { getParticipantsSnapshot as endpoint } from '#contract/participant-actions'
import { accepted } from '#domain/outcome'
import { changesSince } from '../../ground/db/participants-snapshot'
import type { VersionedHandler } from '../call/call'
import { changeOfVersion, listVersion } from '../../ground/participant-lists/list-version'
import { listedParticipant } from '../../ground/participant-lists/make-list'

/** A device that missed more changes than this gets the whole list. */
const MAX_CHANGES = 1000

/**
 * The participants of a trial that a device may store, at the viewer's sites: all of them, or those that changed since
 * a version. A version of other sites, or without history here, is answered with all of them.
 */
export const participantsSnapshot: VersionedHandler<typeof endpoint> = async (call, requested) => {
  const { queries } = call.context.database
  const { trial_id, sites } = call.view
  const knownVersion = call.query.since ?? requested.has.find((version) => changeOfVersion(version, sites))
  const since = knownVersion === undefined ? null : changeOfVersion(knownVersion, sites)
  const changes = since && (await changesSince(queries, trial_id, sites, { since, limit: MAX_CHANGES }))
  if (changes) {
    const version = listVersion(changes.latest, sites)
    if (requested.has.includes(version)) return accepted({ kind: 'unchanged', version })
    if (knownVersion === call.query.since)
      return accepted({
        kind: 'value',
        version,
        value: { data: changes.rows.map(listedParticipant), since: knownVersion },
      })
  }
  const list = await call.context.participantLists.newest({ trial_id, sites }, requested.disconnected)
  const body = requested.accepts_gzip
    ? ({ encoding: 'gzip', bytes: new Uint8Array(await list.gzip()) } as const)
    : ({ encoding: null, pieces: list.plain() } as const)
  return accepted({ kind: 'made', version: list.version, body })
}
