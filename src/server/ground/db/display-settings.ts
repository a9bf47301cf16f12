import type { DisplayChange } from '#domain/desk/display-settings'
import { sql } from 'kysely'
import type { Queries, Transaction } from './transaction'

/** A person's stored settings; undefined where they have changed none. */
export const findDisplaySettings = (queries: Queries, userId: number) =>
  queries
    .selectFrom('display_settings')
    .select(['theme', 'density', 'start_page', 'list_columns', 'saved_filters', 'dismissed_notices', 'seen_release'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Changes a person's settings in one statement, so that two devices at once lose nothing of each other's. */
export const changeDisplaySettings = async (
  transaction: Transaction,
  userId: number,
  { list_columns = {}, saved_filters = {}, dismissed_notices, ...chosen }: DisplayChange,
  now: string,
): Promise<void> => {
  const merged = (column: 'list_columns' | 'saved_filters', change: object) =>
    sql<string>`jsonb_strip_nulls(display_settings.${sql.ref(column)} || ${JSON.stringify(change)}::jsonb)`
  const choices = {
    ...chosen,
    ...(dismissed_notices !== undefined && { dismissed_notices: JSON.stringify(dismissed_notices) }),
  }
  await transaction
    .insertInto('display_settings')
    .values({
      user_id: userId,
      ...choices,
      list_columns: sql<string>`jsonb_strip_nulls(${JSON.stringify(list_columns)}::jsonb)`,
      saved_filters: sql<string>`jsonb_strip_nulls(${JSON.stringify(saved_filters)}::jsonb)`,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...choices,
        list_columns: merged('list_columns', list_columns),
        saved_filters: merged('saved_filters', saved_filters),
        changed_at: now,
      }),
    )
    .execute()
}
