import * as v from 'valibot'
import { endpoint } from './endpoint'
import { exactObject, id, idInAddress, instant } from './fields'
import { anybody, inSystem, signedIn } from './needs'
import { sentInstant } from './sent-instant'
import { requiredLine } from './user-fields'

const shownNotices = v.strictObject({ data: v.array(v.strictObject({ id, text: v.string() })) })

const writtenNotice = v.strictObject({
  id,
  text: v.string(),
  shown_from: instant,
  shown_until: instant,
  is_on_sign_in: v.boolean(),
  created_by: v.strictObject({ id, name: v.string() }),
})
export type WrittenNotice = v.InferOutput<typeof writtenNotice>

const writtenNotices = v.strictObject({ data: v.array(writtenNotice) })
const TOUCHES = ['notices', 'notices/shown']

/** A notice as an administrator writes it: one line, with the moments between which it is shown. */
const noticeForm = exactObject({
  text: requiredLine(200),
  shown_from: sentInstant,
  shown_until: sentInstant,
  is_on_sign_in: v.boolean('Must be true or false'),
})

export const listShownNotices = endpoint({
  method: 'GET',
  path: 'notices/shown',
  summary: 'List the notices shown now to everyone who is signed in, latest first',
  needs: signedIn,
  status: 200,
  response: shownNotices,
  is_versioned: true,
})

export const listSignInNotices = endpoint({
  method: 'GET',
  path: 'notices/sign-in',
  summary: 'List the notices shown now on the sign-in page, latest first',
  needs: anybody,
  status: 200,
  response: shownNotices,
  is_versioned: true,
})

export const listNotices = endpoint({
  method: 'GET',
  path: 'notices',
  summary: 'List the notices that are shown now or later',
  needs: inSystem('manageNotices'),
  status: 200,
  response: writtenNotices,
})

export const createNotice = endpoint({
  method: 'POST',
  path: 'notices',
  summary: 'Write a notice that is shown to everyone for a time',
  needs: inSystem('manageNotices'),
  body: noticeForm,
  status: 201,
  touches: TOUCHES,
  response: writtenNotices,
})

export const endNotice = endpoint({
  method: 'POST',
  path: 'notices/{notice_id}/end',
  summary: 'End a notice, so that it is shown no longer',
  needs: inSystem('manageNotices'),
  parameters: { notice_id: idInAddress },
  body: exactObject({}),
  status: 200,
  touches: TOUCHES,
  response: writtenNotices,
})
