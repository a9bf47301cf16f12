import { listTrialUsers } from '#contract/trial-users'
import { listUsers } from '#contract/users'
import { searchOf } from '../../api/address-search'

export const trialUsersSearch = searchOf(listTrialUsers.query, ['page', 'page_size'])

const { trial: _trial, ...usersFields } = listUsers.query
export const usersSearch = searchOf(usersFields, ['page', 'page_size', 'sort', 'order', 'association', 'account'])

/** The users to invite: those of the filtered list. */
const { page: _page, page_size: _pageSize, sort: _sort, order: _order, ...inviteFields } = usersFields
export const inviteSearch = searchOf(inviteFields, [])
