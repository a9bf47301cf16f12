/** Whether tests draw again at each run and run what takes long besides: `TEST_FULL=yes`. */
export const isFull: boolean = process.env['TEST_FULL'] === 'yes'
