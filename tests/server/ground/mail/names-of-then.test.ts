import { openSite } from '#contract/sites'
import { resendMessage } from '#contract/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SampleAccountKey } from '../../../../src/server/doors/idp/sample-accounts'
import type { BuiltTrial } from '../../../support/a-trial'
import { ask, posted, valueOf } from '../../../support/ask'
import { deliverMail } from '../../../support/mail-room'
import { openMailServer, type MailServer } from '../../../support/mail-server'
import { recordError } from '../../../support/participant-actions'
import { saveWith, shownTo } from '../../../support/save-trial'
import { signedInAs } from '../../../support/sign-in'
import { addressOf, mailingWorld, randomiseAtNorth, setStatus, staffedTrial, storedMessages } from './mailing-world'
import type { MailingWorld } from './mailing-world'

/*
 * A letter may be written or sent again long after its event. It shows the names of that time, with the present ones
 * beside them.
 */

let server: MailServer
let world: MailingWorld
beforeAll(async () => {
  server = await openMailServer()
  world = await mailingWorld({ SMTP_URL: server.url })
})
afterAll(async () => {
  await world.stop()
  await server.stop()
})

/** The last email of a kind to a person, after it was sent again and delivered. */
const sentAgain = async (trial: BuiltTrial, to: SampleAccountKey, kind: string, nth = 0): Promise<string> => {
  const message = (await storedMessages(world, trial)).filter((one) => one.to === to && one.kind === kind)[nth]
  const path = `trials/${trial.trial_id}/messages/${message?.id}/resend`
  valueOf(await ask(await signedInAs(world, 'coordinator'), resendMessage.response, path, { method: 'POST' }))
  await deliverMail(world)
  return server.taken.filter(({ recipient }) => recipient === addressOf(to)).at(-1)?.text ?? ''
}

/** Renames every study group, the label of each and the first site of a paused trial. */
const rename = async (trial: BuiltTrial, words: string) => {
  const administrator = await signedInAs(world, 'administrator')
  const { title, study_groups, sites } = await shownTo(administrator, trial.trial_id)
  valueOf(
    await saveWith(administrator, trial.trial_id, {
      renaming: { reason: 'As the protocol has it', trial_title: title },
      study_groups: study_groups.map((group, at) => ({
        ...group,
        name: `${words} drug ${at}`,
        label: `${words} kit ${at}`,
      })),
      sites: sites.map((site, at) => (at === 0 ? { ...site, title: `${words} Mill` } : site)),
    }),
  )
}

test('emails about a participant, and about a site, sent again after names changed twice', async () => {
  const trial = await staffedTrial(world, { is_opening_sites: true })
  const [north] = trial.sites
  const coordinator = await signedInAs(world, 'coordinator')
  const opening = `trials/${trial.trial_id}/sites/${north?.id}/open`
  valueOf(await ask(coordinator, openSite.response, opening, posted({ reason: 'All is ready' })))
  const [one] = (await randomiseAtNorth(world, trial)).participants
  if (!one) throw new Error('nobody was randomised')
  await setStatus(world, trial, 'paused')
  await rename(trial, 'Old')
  const participant = { trial_id: trial.trial_id, id: one.id }
  expect((await recordError(coordinator, participant)).status).toBe(201)
  await setStatus(world, trial, 'started')
  const [later] = (await randomiseAtNorth(world, trial)).participants
  await setStatus(world, trial, 'paused')
  await rename(trial, 'New')
  await deliverMail(world)

  const groupIndex = trial.study_groups.findIndex(({ name }) => name === one.study_group.name)
  const { label } = trial.study_groups[groupIndex] ?? {}
  const first = await sentAgain(trial, 'nurse', 'randomisation')
  expect(first).toContain(`Study group: ${one.study_group.name} (now New drug ${groupIndex})`)
  expect(first).toContain(`Site: ${north?.title} (now New Mill)`)
  const byLabel = await sentAgain(trial, 'unblinder', 'randomisation')
  expect(byLabel).toContain(`Study group: ${label} (now New kit ${groupIndex})`)
  expect(byLabel).not.toMatch(/drug|Amlodipine|Indapamide/)
  const blinded = await sentAgain(trial, 'blinded-nurse', 'randomisation')
  expect(blinded).toContain('Study group: Blinded\n')
  expect(blinded).not.toMatch(/drug|kit|Amlodipine|Indapamide|Tablet/)

  const second = await sentAgain(trial, 'nurse', 'randomisation', 1)
  const { name = '' } = later?.study_group ?? {}
  expect(second).toContain(`Study group: ${name} (now ${name.replace('Old', 'New')})`)
  expect(second).toContain('Site: Old Mill (now New Mill)')

  // It was queued between the two saves, about a participant from before both.
  expect(await sentAgain(trial, 'coordinator', 'randomisation_error')).toContain(
    `Site: ${north?.title} (now New Mill)\n`,
  )
  const opened = await sentAgain(trial, 'nurse', 'site_opened')
  expect(opened).toContain(`Site: ${north?.title} (now New Mill)`)
})
