import { describe, expect, it } from 'vitest'
import { sourcesIn } from './house-files'

/** The messages that the specifications fix to the letter, each in one place. Names stand for inserted values. */
const MESSAGES = [
  'This is a non-production service only - randomisations should not be used with real participants',
  'No active trials found',
  'Enter trial name or ID...',
  'No trials found',
  'No study packs found',
  'Start trial',
  'Pause trial',
  'Reject planned trial',
  'Finish completed trial',
  'Terminate trial',
  'Are you sure you wish to set this trial to the',
  'Please enter a reason',
  'Please enter a comment',
  'Participant ID is required',
  'Site is required',
  'Every pack selected must be from the same site',
  'No site ID set',
  'No pack information available',
  'Unknown error occurred',
  'Network error',
  'Participant ID duplicate found',
  'Randomise with this participant ID anyway',
  'Participant ID duplicate blocked: This participant ID has been found to be a duplicate and cannot be used for randomisation in this trial.',
  'Resource not found',
  'Ref code not found',
  'No token found',
  'You are already signed in',
  "Don't have any of the above accounts?",
  'Create identity',
  'Cancel and go back',
  'Sign in with External User Account',
  'Delete all IdP associations',
  'Send IdP association email',
  '<No time zone set>',
  'Please wait while the list of timezones is retrieved...',
  'Return to previous page',
  'View or Edit user permission',
  'Add user to trial',
  'Add multiple users to trial',
  'Add new user permission',
  'Are you sure you wish to delete this user permission?',
  'User profile saved successfully',
  'User profile save successful',
  'User profile save failed',
  'Trial settings can only be edited when the trial is paused',
  'Select import file',
  'Download template',
  'Create users',
  'Send message',
  'Save user',
  'Edit user permissions',
  'Edit user authentication',
  'Save my profile',
  'The name can only be changed by contacting the service.',
  'Extend user account expiration',
  'This field is required',
  'Form has been filled out incorrectly; please review all sections of the form and try again',
  'Strata cannot be edited after randomisation has occurred',
  'At least two study groups are required',
  'At least one site is required',
  'User is required',
  'Role is required',
  'No import entries found',
  'Internal token or user ID is missing',
  'Trial configuration save failed',
  'Trial creation failed',
  'Trial configuration for',
  'users added to trial successfully',
  'users created successfully',
  'User profile for',
  'User addition failed',
  'User added to trial successfully',
  'User creation failed',
  'Message broadcast successfully sent',
  'User permission added successfully',
  'User permission updated successfully',
  'User permission deleted successfully',
  'User marked active successfully',
  'User marked inactive successfully',
  'Our firewall has blocked your request',
  'An error has occurred',
  'An application error has occurred',
  'You are not authorised or have been signed out',
  'A server error has occurred',
  'A network error has occurred',
  'The network connection has been aborted, possibly due to a timeout',
  'Application configuration data could not be fetched',
  'Go to Home',
  'Report this error',
  'Reload this page',
]

/** Source without its comments, which may quote a message. */
const spoken = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')

const sources = sourcesIn('src', 'sw').map(({ path, text }) => ({ path, text: spoken(text) }))

/** The message alone, quoted or between tags. A longer sentence that contains it is another message. */
const alone = (message: string) =>
  new RegExp(`(?<=['"\`>}] ?)${message.replace(/[.?()]/g, '\\$&')}(?= ?['"\`<{$?:.(])`, 'g')

describe('messages with fixed words', () => {
  it.each(MESSAGES)('"%s" occurs in one place', (message) => {
    const places = sources.flatMap(({ path, text }) => [...text.matchAll(alone(message))].map(() => path))
    expect(places).toHaveLength(1)
  })
})
