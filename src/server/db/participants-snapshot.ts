import type { PermittedSites } from '#domain/permissions'
import { inReach } from './participants'
import type { Queries } from './transaction'

/** Every participant of a trial at the sites given, in order of their numbers, with what a device may keep of them. */
export const listForSnapshot = async (queries: Queries, trialId: number, sites: PermittedSites) =>
  inReach(queries, trialId, sites)
    .select(['id', 'trial_sequence_no', 'participant_id', 'site_id', 'is_flagged'])
    .orderBy('trial_sequence_no')
    .execute()
