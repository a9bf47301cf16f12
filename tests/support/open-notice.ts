import { insertNotice } from '../../src/server/ground/db/service-notices'
import type { TestPortal } from './portal'

/** A notice by the administrator, shown for a hundred years. */
export const openNotice = ({ database, clock, personId }: TestPortal): Promise<number> =>
  insertNotice(database.queries, {
    notice: 'Maintenance on Sunday',
    shown_from: clock.now(),
    shown_until: '2126-11-22T05:03:00.000Z',
    is_on_sign_in: true,
    created_at: clock.now(),
    created_by: personId('administrator'),
  })
