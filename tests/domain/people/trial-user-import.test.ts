import { NO_PERMISSION } from '#domain/people/permissions'
import {
  requestedRow,
  checkTrialUsers,
  TRIAL_USER_COLUMNS,
  trialUserCells,
  type TrialUserCells,
  type TrialUserImport,
} from '#domain/people/trial-user-import'
import { describe, expect, it } from 'vitest'

/** An unblinded system administrator adds users to trial 10. */
const BY_SYSTEM_ADMINISTRATOR: TrialUserImport = {
  trial_id: 10,
  trial: {
    is_blinded_users: false,
    is_blinded_investigators: false,
    sites: [
      { id: 101, is_deleted: false },
      { id: 102, is_deleted: false },
      { id: 103, is_deleted: true },
    ],
  },
  granter: {
    user_id: 1,
    permission: { ...NO_PERMISSION, role: { level: 4, title: '', context: 'system' } },
    visibility: 'names',
  },
}
const MUST_BE_BLINDED: TrialUserImport = {
  ...BY_SYSTEM_ADMINISTRATOR,
  trial: { ...BY_SYSTEM_ADMINISTRATOR.trial, is_blinded_users: true },
}
const BY_COORDINATOR: TrialUserImport = {
  ...BY_SYSTEM_ADMINISTRATOR,
  granter: {
    ...BY_SYSTEM_ADMINISTRATOR.granter,
    permission: { ...NO_PERMISSION, role: { level: 3, title: '', context: 'trial' } },
  },
}
const BY_BLINDED: TrialUserImport = {
  ...BY_SYSTEM_ADMINISTRATOR,
  granter: { ...BY_SYSTEM_ADMINISTRATOR.granter, visibility: 'labels' },
}

/** An unblinded user of level 2 at site 101. */
const ROW: TrialUserCells = {
  user_id: '7',
  role_level: '2',
  site_id: '101',
  blinding_level: '',
  delegated_unblind: '',
  delegated_study_packs: '',
}
const check = (cells: Partial<TrialUserCells>, trialAndGranter = BY_SYSTEM_ADMINISTRATOR) => {
  const [checked] = checkTrialUsers([{ ...ROW, ...cells }], trialAndGranter)
  if (checked === undefined) throw new Error('a row was lost')
  return checked
}

describe('a level names the role', () => {
  it.each([
    ['3', '', 'Trial administrator'],
    ['3', '101', 'Trial administrator'],
    ['2', '', 'Trial user'],
    ['2', '101', 'Site user'],
    ['1', '', 'Trial viewer'],
    ['1', '101', 'Site viewer'],
    ['4', '', null],
    ['4', '101', null],
    ['0', '', null],
    ['5', '', null],
    ['two', '', null],
    ['2.0', '', null],
    ['-2', '', null],
    ['', '', null],
  ])('%j with the site %j', (role_level, site_id, title) => {
    expect(requestedRow({ ...ROW, role_level, site_id }).role?.title ?? null).toBe(title)
  })
})

describe('a blinding level is', () => {
  it.each([
    ['full', [true, false]],
    ['FULL', [true, false]],
    ['label-replacement', [false, true]],
    ['unblinded', [false, false]],
    ['', [false, false]],
    ['partial', [false, false]],
    ['label replacement', [false, false]],
  ])('%j', (blinding_level, [whole, partial] = []) => {
    const { is_blinded_whole, is_blinded_partial } = requestedRow({ ...ROW, blinding_level })
    expect([is_blinded_whole, is_blinded_partial]).toEqual([whole, partial])
  })
})

describe('a delegation is true only for the text true', () => {
  it.each([
    ['true', true],
    ['TRUE', true],
    ['false', false],
    ['', false],
    ['yes', false],
    ['1', false],
  ])('%j', (text, is) => {
    const requested = requestedRow({ ...ROW, delegated_unblind: text, delegated_study_packs: text })
    expect([requested.is_unblind_authorized, requested.has_study_packs_access]).toEqual([is, is])
  })
})

describe('a row has the problem', () => {
  it.each<[string, Partial<TrialUserCells>, string[]]>([
    ['no user', { user_id: '' }, ['user_id: User is required']],
    ['a name for a user', { user_id: 'Ada' }, ['user_id: Must be a user ID']],
    ['a user below one', { user_id: '0' }, ['user_id: Must be a user ID']],
    ['no role', { role_level: '' }, ['role_level: Role is required']],
    ['a role of the system', { role_level: '4' }, ['role_level: No trial or site role has this level']],
    ['another trial’s site', { site_id: '999' }, ['site_id: This site is not part of the trial']],
    ['a title for a site', { site_id: 'Leeds' }, ['site_id: This site is not part of the trial']],
    [
      'several at once',
      { user_id: 'x', role_level: '9', site_id: '999' },
      [
        'user_id: Must be a user ID',
        'role_level: No trial or site role has this level',
        'site_id: This site is not part of the trial',
      ],
    ],
  ])('%s', (_, cells, expected) => {
    const { problems, refusal, entry } = check(cells)
    expect(problems.map(({ column, message }) => `${column}: ${message}`)).toEqual(expected)
    expect([refusal, entry]).toEqual([null, null])
  })
})

describe('a row that can be read is judged as the server does', () => {
  it.each<[string, Partial<TrialUserCells>, object, TrialUserImport]>([
    ['the viewer', { user_id: '1' }, { code: 'own_permission' }, BY_SYSTEM_ADMINISTRATOR],
    ['a site that has left', { site_id: '103' }, { code: 'site_deleted' }, BY_SYSTEM_ADMINISTRATOR],
    [
      'a trial administrator of a site',
      { role_level: '3' },
      { code: 'invalid', field: 'site_id' },
      BY_SYSTEM_ADMINISTRATOR,
    ],
    ['less blinding than the viewer’s', {}, { code: 'blinded' }, BY_BLINDED],
    ['no blinding where it is demanded', {}, { code: 'invalid', field: 'is_blinded_whole' }, MUST_BE_BLINDED],
  ])('%s', (_, cells, refusal, trialAndGranter) => {
    expect(check(cells, trialAndGranter)).toMatchObject({ problems: [], refusal, entry: null })
  })

  it.each<[string, Partial<TrialUserCells>, TrialUserImport]>([
    ['a coordinator adds another coordinator', { role_level: '3', site_id: '' }, BY_COORDINATOR],
    ['a blinded viewer adds one who is as blinded', { blinding_level: 'label-replacement' }, BY_BLINDED],
    ['blinding is demanded and there', { blinding_level: 'full' }, MUST_BE_BLINDED],
    ['an investigator where users must be blinded', { role_level: '3', site_id: '' }, MUST_BE_BLINDED],
  ])('and accepted where %s', (_, cells, trialAndGranter) => {
    expect(check(cells, trialAndGranter)).toMatchObject({
      problems: [],
      refusal: null,
      entry: { user_id: 7, trial_id: 10 },
    })
  })

  it('and with the rows above it', () => {
    const rows = [
      ROW,
      ROW,
      { ...ROW, site_id: '102' },
      { ...ROW, role_level: '1', blinding_level: 'full' },
      { ...ROW, user_id: '8', blinding_level: 'full' },
    ]
    expect(checkTrialUsers(rows, BY_SYSTEM_ADMINISTRATOR).map(({ refusal }) => refusal?.code ?? null)).toEqual([
      null,
      'permission_exists',
      null,
      'blinding_conflict',
      null,
    ])
  })
})

describe('delegation that the role or the blinding does not allow is reset, with a note', () => {
  const DELEGATED = { delegated_unblind: 'true', delegated_study_packs: 'true' }
  it.each<[string, Partial<TrialUserCells>, [boolean, boolean], string[]]>([
    ['a blinded user of level 2', { blinding_level: 'full' }, [true, true], []],
    ['an unblinded one', {}, [false, true], ['delegated_unblind']],
    ['a viewer', { role_level: '1' }, [false, false], ['delegated_unblind', 'delegated_study_packs']],
    [
      'a trial administrator',
      { role_level: '3', site_id: '', blinding_level: 'full' },
      [false, false],
      ['delegated_unblind', 'delegated_study_packs'],
    ],
  ])('%s', (_, cells, flags, noted) => {
    const { entry, notes } = check({ ...DELEGATED, ...cells })
    expect([entry?.is_unblind_authorized, entry?.has_study_packs_access]).toEqual(flags)
    expect(notes.map(({ column }) => column)).toEqual(noted)
  })
})

describe('notes a value that was read differently from the file', () => {
  it.each<[Partial<TrialUserCells>, string[]]>([
    [{}, []],
    [{ blinding_level: 'Unblinded', delegated_unblind: 'FALSE' }, []],
    [{ blinding_level: 'blind' }, ['blinding_level: Unknown value, treated as unblinded']],
    [{ delegated_study_packs: 'yes' }, ['delegated_study_packs: Unknown value, treated as false']],
  ])('%j', (cells, expected) => {
    expect(check(cells).notes.map(({ column, message }) => `${column}: ${message}`)).toEqual(expected)
  })
})

it('reads every column of the file, without blanks around the texts', () => {
  expect(TRIAL_USER_COLUMNS).toEqual(Object.keys(ROW))
  expect(trialUserCells((column) => ` ${ROW[column]} `)).toEqual(ROW)
})
