import { API_BASE } from '#contract/api-address'
import { REPORTS } from '#domain/report'
import * as v from 'valibot'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/sample-data/sample-accounts'
import { posted } from './ask'
import { idsOf, type Story } from './begin-story'
import { deliverMail } from './mail-room'
import { filled, READS } from './reads'
import { readXlsx } from './read-xlsx'
import { packsOf } from './story-packs'

/** Words that a search might find, were it to look where it must not. */
const WORDS = ['P-1', '7', 'Zanamivir', 'Oseltamivir', 'Baloxavir', 'Kit', 'Kit K', 'Kit L']

/** Every read there is, and those of the participants about whom something happened. */
export const looked = async (story: Story, more: readonly string[] = []) => {
  const { world, send, id } = story
  await deliverMail(world)
  const pid = await idsOf(story)
  const pack = await packsOf(story)
  const known = {
    trial_id: id,
    participant_id: pid(1),
    user_id: world.personId('nurse'),
    simulation_id: 1,
    study_pack_id: pack(1).study_pack_id ?? 0,
  }
  const paths = [
    ...READS.map(([, { path }]) => filled(path, known)),
    ...[2, 3, 4, 5, 6, 7].map((place) => `trials/${id}/participants/${pid(place)}/history`),
    `trials/${id}/study-packs?logs=true`,
    ...[2, 3, 4, 6, 9].map((place) => `trials/${id}/study-packs/${pack(place).study_pack_id}`),
    `trials/${id}/participants/${pid(9)}/history`,
    ...more,
  ]
  for (const { key } of SAMPLE_ACCOUNTS) {
    for (const path of paths) await send(key, path)
    for (const report of REPORTS) await send(key, `trials/${id}/reports/${report.name}`, { type: 'data' })
    await send(key, 'reports/mgmt', { type: 'data' })
    await downloaded(story, key)
  }
}

/** The workbooks of the reports, cell by cell, where there are any for this person. */
const downloaded = async ({ world, people, told, id }: Story, key: SampleAccountKey) => {
  for (const { name } of REPORTS) {
    const path = `trials/${id}/reports/${name}`
    const response = await people[key].fetch(path, posted({ type: 'token' }))
    if (!response.ok) continue
    const { token } = v.parse(v.object({ token: v.string() }), await response.json())
    const file = await fetch(`${world.url}${API_BASE}/${path}/download?token=${token}`)
    told[key].push(
      `${file.headers.get('Content-Disposition')} ${JSON.stringify(readXlsx(new Uint8Array(await file.arrayBuffer())))}`,
    )
  }
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
    ...[1, 2, 3].map((page) => `audit-logs?page_size=100&page=${page}`),
    ...[...WORDS, 'Self-check', 'group'].map((q) => `audit-logs?page_size=100&q=${encodeURIComponent(q)}`),
    `audit-logs?trial_id=${id}&participant=1&page_size=100`,
    'audit-logs?pack_id=PK-00001&page_size=100',
  ]
}
