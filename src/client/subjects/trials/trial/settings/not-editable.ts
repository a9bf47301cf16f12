/** What is said while a trial is in a status in which its settings stay as they are. */
export const NOT_EDITABLE = 'Trial settings can only be edited when the trial is paused'
