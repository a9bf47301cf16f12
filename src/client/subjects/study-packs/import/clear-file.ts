/** Lets go of the list that was chosen. */
export const CLEAR_FILE = 'Clear import file'
