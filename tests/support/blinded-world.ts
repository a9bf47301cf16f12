import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { beginStory, mapped, type Blinding } from './begin-story'
import { writtenMail } from './mail-room'
import { testPortal, type TestPortal } from './portal'
import { actedUpon, pausedAndEnded, recruited, refused } from './story-actions'
import { withPacksInOrder } from './renamed'
import { reportedByDevices } from './story-devices'
import { monthlyReported } from './story-letters'
import { labelsPrinted, packsHandled } from './story-packs'
import { listsExported, looked, searches } from './story-reads'

/** The differences between two worlds: the portal's chance, and the hidden part of the trial's design. */
export type Hidden = { seed: string; design: object }

/** All answers and messages to each person, and the true groups. */
export type BlindedWorld = { answersOf: Readonly<Record<SampleAccountKey, string>>; groups: readonly string[] }

/**
 * A trial from its creation to its end, in which everybody but the nurse has this blinding. All do what they may and
 * try what they may not. The nurse writes the groups that she sees wherever she can. One participant is unblinded, and
 * only the person who asked learns the group.
 */
export const blindedWorld = async (blinding: Blinding, { seed, design }: Hidden): Promise<BlindedWorld> => {
  const folder = mkdtempSync(join(tmpdir(), 'equipoise-blinded-'))
  const world = await testPortal({ seed, environment: { DATA_DIR: folder } })
  try {
    const story = await beginStory(world, blinding, design)
    await recruited(story)
    await actedUpon(story)
    await packsHandled(story)
    await reportedByDevices(story)
    await refused(story)
    await looked(story)
    await pausedAndEnded(story)
    await looked(story, await searches(story))
    await listsExported(story)
    await labelsPrinted(story)
    await monthlyReported(story)
    for (const { key, email } of SAMPLE_ACCOUNTS) {
      for (const { headers, text, html, to, attachments } of writtenMail(folder)) {
        if (!to.includes(email)) continue
        const files = attachments.map(({ filename, content }) => `${filename} ${content.toString('base64')}`)
        story.answersOf[key].push([...headers].join('\n'), to, text, html, ...files)
      }
    }
    const groups = await groupsOf(world)
    const fateOf = await fatesOf(world)
    // Each world has a port of its own, and the outbox key is derived from the address.
    const atOneAddress = (text: string) => text.replaceAll(world.url, 'here').replaceAll(OUTBOX_KEY, 'the key')
    return { answersOf: mapped((key) => atOneAddress(ordered(story.answersOf[key], fateOf))), groups }
  } finally {
    await world.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Thirty-two bytes in base64. */
const OUTBOX_KEY = /(?<=auth\/me\/outbox-key: 200 \{"key":")[\w+/]{43}=/g

const ordered = (answers: readonly string[], fateOf: (packId: number) => string): string =>
  answers.map((answer) => withPacksInOrder(answer, fateOf)).join('\n')

/**
 * The fate of each pack, by its id: its last place and all acts on it. Labels are left out, as they were printed group
 * by group.
 */
const fatesOf = async ({ database: { queries } }: TestPortal) => {
  const packs = await queries.selectFrom('study_packs').select(['id', 'site_id', 'study_pack_status_id']).execute()
  const logs = await queries
    .selectFrom('study_pack_logs')
    .select(['study_pack_id', 'created_at', 'action', 'comment'])
    .where('action', '<>', 'print_label')
    .orderBy('id')
    .execute()
  const fates = new Map(
    packs.map(({ id, ...pack }) => {
      const done = logs.filter((log) => log.study_pack_id === id)
      return [id, JSON.stringify([pack, done.map(({ created_at, action, comment }) => [created_at, action, comment])])]
    }),
  )
  return (packId: number): string => fates.get(packId) ?? ''
}

const groupsOf = async ({ database }: TestPortal): Promise<string[]> => {
  const drawn = await database.queries
    .selectFrom('participant_groups')
    .innerJoin('study_groups', 'study_groups.id', 'participant_groups.study_group_id')
    .select('study_groups.name')
    .orderBy('participant_groups.participant_id')
    .execute()
  return drawn.map(({ name }) => name)
}
