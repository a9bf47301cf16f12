import { api } from '#contract/api'
import { createWallView } from '../../use-cases/wall-views/create-wall-view'
import { endWallView } from '../../use-cases/wall-views/end-wall-view'
import { listWallViews } from '../../use-cases/wall-views/list-wall-views'
import { read, write, type Route } from '../http/route'

export const wallViewRoutes: readonly Route[] = [
  read(api.listWallViews, listWallViews),
  write(api.createWallView, createWallView),
  write(api.endWallView, endWallView),
]
