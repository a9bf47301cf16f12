/** What is said of a permission that was changed, or was not (specification 001, section 8). */
export const PERMISSION_UPDATED = 'User permission updated successfully'
export const PERMISSION_NOT_UPDATED = 'User permission was not updated'
