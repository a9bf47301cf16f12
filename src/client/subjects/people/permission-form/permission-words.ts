/** What is said of a permission that was changed, or was not. */
export const PERMISSION_UPDATED = 'User permission updated successfully'
export const PERMISSION_NOT_UPDATED = 'User permission was not updated'
