import { api } from '#contract/api'
import { createNotice } from '../../use-cases/operation/notices/create-notice'
import { endNotice } from '../../use-cases/operation/notices/end-notice'
import { listNotices } from '../../use-cases/operation/notices/list-notices'
import { listShownNotices } from '../../use-cases/operation/notices/list-shown-notices'
import { listSignInNotices } from '../../use-cases/operation/notices/list-sign-in-notices'
import { read, write, type Route } from '../http/route'

export const noticeRoutes: readonly Route[] = [
  read(api.listShownNotices, listShownNotices),
  read(api.listSignInNotices, listSignInNotices),
  read(api.listNotices, listNotices),
  write(api.createNotice, createNotice),
  write(api.endNotice, endNotice),
]
