import { displaySettings } from '#contract/display-settings'
import type { Me } from '#contract/session'
import { USUAL_DISPLAY } from '#domain/desk/display-settings'
import { maxLevel } from '#domain/people/permissions'
import * as v from 'valibot'
import { findDisplaySettings } from '../../../ground/db/display-settings'
import type { Queries } from '../../../ground/db/transaction'
import type { UserRow } from '../../../ground/db/users'
import type { Actor } from '../../call/call'

type Person = Pick<UserRow, 'id' | 'name' | 'email' | 'selected_timezone'>

/** The signed-in person as they see themselves; `max_level` is their highest level anywhere. */
export const shownMe = async (queries: Queries, actor: Actor, person: Person): Promise<Me> => {
  const { id, name, email, selected_timezone } = person
  const display = await displayOf(queries, id)
  return { id, name, email, selected_timezone, max_level: maxLevel(actor.permissions), display }
}

const { theme, density, start_page, list_columns, saved_filters, dismissed_notices, seen_release } =
  displaySettings.entries

/** The stored settings. What another version stored and this one cannot read is as usual: no page may fail because of it. */
const asStored = v.object({
  theme: v.fallback(theme, USUAL_DISPLAY.theme),
  density: v.fallback(density, USUAL_DISPLAY.density),
  start_page: v.fallback(start_page, USUAL_DISPLAY.start_page),
  list_columns: v.fallback(list_columns, {}),
  saved_filters: v.fallback(saved_filters, {}),
  dismissed_notices: v.fallback(dismissed_notices, []),
  seen_release: v.fallback(seen_release, null),
})

const displayOf = async (queries: Queries, userId: number) =>
  v.parse(asStored, (await findDisplaySettings(queries, userId)) ?? {})
