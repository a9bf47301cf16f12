import { SAMPLE_ACCOUNTS } from '../../src/server/sample-data/sample-accounts'
import { idsOf, type Story } from './begin-story'
import { deliverMail } from './mail-room'
import { filled, READS } from './reads'

/** Words that a search might find, were it to look where it must not. */
const WORDS = ['P-1', '7', 'Zanamivir', 'Oseltamivir', 'Baloxavir', 'Kit', 'Kit K', 'Kit L']

/** Every read there is, and those of the participants about whom something happened. */
export const looked = async (story: Story, more: readonly string[] = []) => {
  const { world, send, id } = story
  await deliverMail(world)
  const pid = await idsOf(story)
  const known = { trial_id: id, participant_id: pid(1), user_id: world.personId('nurse'), simulation_id: 1 }
  const paths = [
    ...READS.map(([, { path }]) => filled(path, known)),
    ...[2, 3, 4, 5, 6, 7].map((place) => `trials/${id}/participants/${pid(place)}/history`),
    ...more,
  ]
  for (const { key } of SAMPLE_ACCOUNTS) for (const path of paths) await send(key, path)
}

/** The reads that sort, search and turn pages. */
export const searches = ({ id, trial }: Story): string[] => {
  const list = `trials/${id}/participants`
  return [
    ...[1, 2, 3, 4].map((page) => `${list}?sort=sequence&order=asc&page=${page}&page_size=10`),
    ...[1, 2].map((page) => `${list}?sort=date&order=desc&page=${page}&page_size=25`),
    ...WORDS.map((q) => `${list}?q=${encodeURIComponent(q)}`),
    ...['Flagged', 'Unflagged'].map((status) => `${list}?flag_status=${status}&page_size=100`),
    ...trial.sites.map((site) => `${list}?site_id=${site.id}&page_size=1`),
    `trials/${id}/messages?state=sent&page_size=10&page=2`,
    `users?trial=${id}`,
    'trials?sort=title&order=desc&q=Kit',
  ]
}
