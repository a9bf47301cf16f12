/** What a page is painted with where a test is about its files. */
export const PAGE_NAMES = { instance: 'test', service_name: 'Randomisation Service', university_name: 'The University' }
