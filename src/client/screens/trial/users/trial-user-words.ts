/** The buttons, and the pages that they lead to (specification 001, section 2). */
export const ADD_USER = 'Add user to trial'
export const ADD_MULTIPLE_USERS = 'Add multiple users to trial'

/** What is said where one user, or many, could not be added (specification 001, section 8). */
export const USER_ADDITION_FAILED = 'User addition failed'
