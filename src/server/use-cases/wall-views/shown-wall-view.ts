import type { WallView } from '#contract/wall-views'
import type { findOpenWallViews } from '../../ground/db/wall-views'

type WallViewRow = Awaited<ReturnType<typeof findOpenWallViews>>[number]

export const shownWallView = ({ id, created_at, created_by, created_by_name }: WallViewRow): WallView => ({
  id,
  created_at,
  created_by: { id: created_by, name: created_by_name },
})
