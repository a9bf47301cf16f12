import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { STORED_ACTION_VERSION } from '#contract/stored-action'
import { studyPackTarget } from '#offline/targets'
import { storedAt } from '#offline/outbox-item'
import type { Page } from 'playwright-core'
import * as v from 'valibot'
import { doneHere, storesSealed, type DoneHere } from '../support/store-in-outbox'

/** A trial, and packs of it that are allocated and not dispensed. */
export type Ward = { trialId: number; packs: readonly { id: number; pack_id: string }[] }

/** The number of participants who are randomised at once, before anything is measured. */
const AT_ONCE = 20

/** The address of a portal, and the token of an administrator there. */
type Portal = { url: string; token: string }

/** Adds packs to the outbox of the page's device, as if each had been dispensed. */
export const queue = (page: Page, trialId: number, packs: Ward['packs']): Promise<void> => {
  const at = Date.now()
  const performed_at = new Date(at).toISOString()
  const { notes, ...delivery } = storedAt(at)
  const actions = packs.map(({ id, pack_id }): DoneHere => ({
    id: crypto.randomUUID(),
    version: STORED_ACTION_VERSION,
    trial: { id: trialId, title: 'Bench' },
    kind: 'dispense',
    targets: [studyPackTarget(id)],
    label: `Dispense pack ${pack_id}`,
    performed_at,
    call: {
      kind: 'dispense',
      parameters: { trial_id: String(trialId) },
      body: { study_pack_id: id, study_pack_ids: null, comment: 'Bench', confirmation_code: null, performed_at },
    },
    ...delivery,
    notes: [...notes],
  }))
  return page.evaluate(storesSealed, doneHere('Bench', actions))
}

/** A trial with this many participants, each with an allocated pack. */
export const allocatedPacks = async ({ url, token }: Portal, count: number): Promise<Ward> => {
  const send = async (path: string, body?: object) => {
    const response = await fetch(`${url}${API_BASE}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': crypto.randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const answer: unknown = await response.json()
    return answer
  }
  const created = await send('trials', {
    title: 'Outbox',
    start_on: '2024-01-01',
    end_on: '2030-12-31',
    org_name: 'Bench',
    is_managing_packs: true,
    sites: [{ title: 'Ward' }],
    study_groups: [{ name: 'Aspirin' }, { name: 'Placebo' }],
  })
  const trial = v.parse(api.createTrial.response, created)
  const call = (path: string, body?: object) => send(`trials/${trial.id}/${path}`, body)
  const listed = async () =>
    v.parse(api.listStudyPacks.response, await call('study-packs')).data.flatMap(({ study_packs }) => study_packs)
  const study_packs = Array.from({ length: count * 2 }, (_, n) => ({
    pack_id: `K-${(n * 7919) % 100_003}`,
    study_group: n % 2 === 0 ? 'Aspirin' : 'Placebo',
    site: '',
    duration: null,
    expire_on: null,
    confirmation_code: null,
  }))
  await call('study-packs/import', { batch_id: 'K', study_packs, acknowledge_pattern: 'Bench' })
  const study_pack_ids = (await listed()).map(({ id }) => id)
  await call('study-packs/activate', { study_pack_ids, comment: 'Bench' })
  await call('status', { trial_status_id: 3, reason: 'Bench' })
  for (let made = 0; made < count; made += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - made) }, () =>
        call('participants', { site_id: trial.sites[0]?.id }),
      ),
    )
  const packs = (await listed()).filter(({ participant }) => participant !== undefined)
  return { trialId: trial.id, packs }
}
