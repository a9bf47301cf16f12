import type { WrittenNotice } from '#contract/notices'
import { findOpenNotices } from '../../../ground/db/service-notices'
import type { Queries } from '../../../ground/db/transaction'

/** The present and future notices, as their authors see them. */
export const writtenNotices = async (queries: Queries, now: string): Promise<{ data: WrittenNotice[] }> => {
  const notices = await findOpenNotices(queries, now)
  return {
    data: notices.map(({ created_by, created_by_name, ended_at: _ended, ...notice }) => ({
      ...notice,
      created_by: { id: created_by, name: created_by_name },
    })),
  }
}
