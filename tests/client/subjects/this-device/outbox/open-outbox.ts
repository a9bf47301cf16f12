import type { StoredAction } from '#contract/stored-action'
import { openOutboxDatabase } from '#offline/outbox-database'
import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { deviceOutbox, OUTBOX_NAME } from '../../../../../src/client/device/outbox/device-outbox'
import { sealOf } from '../../../../support/action-seals'
import { openApp, type Reply } from '../../../open-app'
import { contentOf } from '../../../device/outbox/some-actions'

/** An item as the outbox stores it. */
type Lying = { id: string; item: unknown }

/** Actions as their authors sealed them. */
export const sealedBy = (actions: readonly StoredAction[]): Promise<Lying[]> =>
  Promise.all(
    actions.map(async (action) => ({ id: action.id, item: await (await sealOf(action.author.sub)).seal(action) })),
  )

/** Opens the outbox's screen over these items. */
export const openOutbox = async (lying: readonly Lying[], replies: readonly Reply[], beforeLooking = () => {}) => {
  const { sent } = openApp('/outbox', replies)
  beforeLooking()
  const database = await openOutboxDatabase(OUTBOX_NAME)
  if (!database.ok) throw new Error(database.refusal.words)
  await database.value.items.clear()
  deviceOutbox.wake()
  // Waits until the items of the test before are gone.
  await waitFor(() => expect(deviceOutbox.view.get().content).toEqual(contentOf()))
  await database.value.items.bulkAdd([...lying])
  database.value.close()
  await screen.findByRole('heading', { name: 'Outbox' })
  return sent
}

/** Adds items to the outbox of the open screen, as another tab does. */
export const addsToOutbox = async (lying: readonly Lying[]): Promise<void> => {
  const database = await openOutboxDatabase(OUTBOX_NAME)
  if (!database.ok) throw new Error(database.refusal.words)
  await database.value.items.bulkAdd([...lying])
  database.value.close()
}
