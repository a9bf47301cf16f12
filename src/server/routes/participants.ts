import { api } from '#contract/api'
import { writeWithOwnKeys, read, write, type Route } from '../http/route'
import type { ServerContext } from '../server-context'
import { flagParticipant } from '../services/participants/flag-participant'
import { getParticipant } from '../services/participants/get-participant'
import { listParticipants } from '../services/participants/list-participants'
import { randomiseParticipant } from '../services/participants/randomise-participant'
import { settleRandomisation } from '../services/participants/settle-randomisation'

export const participantRoutes = (context: ServerContext): readonly Route[] => [
  read(api.listParticipants, listParticipants),
  read(api.getParticipant, getParticipant),
  writeWithOwnKeys(api.randomiseParticipant, randomiseParticipant(context)),
  // Safe to repeat by itself: what it answers for a key never changes again.
  read(api.settleRandomisation, settleRandomisation),
  write(api.flagParticipant, flagParticipant),
]
