/** The button, and the dialog that it opens (specification 001, section 2). */
export const ADD_USER_PERMISSION = 'Add new user permission'

/** What is said where one user, or many, could not be created (specification 001, section 8). */
export const USER_CREATION_FAILED = 'User creation failed'
