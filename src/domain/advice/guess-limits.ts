/** From so much more than without having seen anything a guesser is too often right, or from so many certain allocations. */
export const TOO_MUCH_IN_TRIAL = 0.2
export const TOO_MUCH_AT_SITE = 0.1
