/** The buttons, and the pages that they lead to. */
export const ADD_USER = 'Add user to trial'
export const ADD_MULTIPLE_USERS = 'Add multiple users to trial'

/** The title where one user, or many, could not be added. */
export const USER_ADDITION_FAILED = 'User addition failed'
