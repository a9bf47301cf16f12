/** Wide as a desk, and too low to give two lines to the bar of a trial, as a tablet held across. In em of 16 px. */
export const LOW_SCREEN = '(min-width: 64em) and (max-height: 49.99em)'

/** Where the bar of a trial has two lines: every other screen of 1024 px or more. */
export const TWO_LINE_BAR = '(min-width: 64em) and (min-height: 50em)'
