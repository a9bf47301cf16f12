/** Names for a painted page, in tests about its files. */
export const PAGE_NAMES = { instance: 'test', service_name: 'Randomisation Service', university_name: 'The University' }
