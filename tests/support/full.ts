/** Whether tests draw new cases at each run and include the slow ones: `TEST_FULL=yes`. */
export const isFull: boolean = process.env['TEST_FULL'] === 'yes'
