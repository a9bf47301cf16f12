import * as v from 'valibot'
import { endpoint, noBody, noFields } from './endpoint'
import { exactObject, id, idInAddress, instant } from './fields'
import { inTrial, toPerform } from './needs'

const wallView = v.strictObject({
  id,
  created_at: instant,
  created_by: v.strictObject({ id, name: v.string() }),
})
export type WallView = v.InferOutput<typeof wallView>

const openViews = v.strictObject({ data: v.array(wallView) })

const ofTrial = { trial_id: idInAddress }
const TOUCHES = ['trials/{trial_id}/wall-views']

export const listWallViews = endpoint({
  method: 'GET',
  path: 'trials/{trial_id}/wall-views',
  summary: 'List the open wall views of a trial, newest first',
  needs: inTrial('manageWallViews'),
  parameters: ofTrial,
  status: 200,
  response: openViews,
  query: noFields,
  body: noBody,
})

export const createWallView = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/wall-views',
  summary: 'Create a link that shows a trial’s totals to whoever has it, until it is ended',
  needs: toPerform(inTrial('manageWallViews')),
  parameters: ofTrial,
  body: exactObject({}),
  status: 201,
  touches: TOUCHES,
  /** The address is in this answer alone: of its secret only the hash is stored. */
  response: v.strictObject({ ...wallView.entries, address: v.string() }),
  query: noFields,
})

export const endWallView = endpoint({
  method: 'POST',
  path: 'trials/{trial_id}/wall-views/{wall_view_id}/end',
  summary: 'End a wall view; its link then shows nothing any more',
  needs: toPerform(inTrial('manageWallViews')),
  parameters: { ...ofTrial, wall_view_id: idInAddress },
  body: exactObject({}),
  status: 200,
  touches: TOUCHES,
  response: openViews,
  query: noFields,
})
