import { SAMPLE_ACCOUNTS } from '../../src/server/doors/idp/sample-accounts'
import { NORTH, SOUTH, type Story } from './begin-story'
import { bodyFor } from './story-bodies'

/** Of those who are put on the list the one whom the unblinder randomises once the trial goes on. */
export const RANDOMISED_LATER = 27

/** While the trial is paused, participants are put on its waiting list, everybody looks at it, and one is removed. */
export const putOnWaitingList = async (story: Story) => {
  const { world, send, does, id } = story
  const list = `trials/${id}/waiting-list`
  await does('blinded-nurse', list, { ...bodyFor(story, 910, NORTH), comment: 'From Tuesday on' })
  await does('unblinder', list, bodyFor(story, RANDOMISED_LATER, SOUTH))
  await does('administrator', list, bodyFor(story, 912, SOUTH))
  const row = world.database.queries
    .selectFrom('waiting_participants')
    .select('id')
    .where('participant_id', '=', 'P-912')
  const removed = (await row.executeTakeFirstOrThrow()).id
  for (const { key } of SAMPLE_ACCOUNTS) {
    await send(key, list)
    await send(key, list, bodyFor(story, 910, NORTH))
    await send(key, list, bodyFor(story, 1, NORTH))
    await send(key, `${list}/${removed}/remove`, { reason: '' })
  }
  await does('coordinator', `${list}/${removed}/remove`, { reason: 'Moved away' })
}
