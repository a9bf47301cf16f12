/** The smallest valid form of a trial. `more` replaces some of its fields. */
export const aTrialForm = (more: object = {}): object => ({
  title: 'Aspirin in acute stroke',
  start_on: '2026-12-01',
  end_on: '2027-11-30',
  org_name: 'Stroke unit',
  sites: [{ title: 'Royal Infirmary' }],
  study_groups: [{ name: 'Aspirin' }, { name: 'Avoid aspirin' }],
  ...more,
})
