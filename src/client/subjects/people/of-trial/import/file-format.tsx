import type { Trial } from '#contract/trials'
import { Text } from '@mantine/core'

/** The columns of a file of users, and the sites that it may name. */
export function FileFormat({ sites }: Pick<Trial, 'sites'>) {
  return (
    <>
      <ul>
        <li>
          <code>user_id</code>: the ID of a user of the service
        </li>
        <li>
          <code>role_level</code>: 3 for a trial administrator, 2 for a user, 1 for a viewer
        </li>
        <li>
          <code>site_id</code>: the ID of the site; empty for a role of the whole trial
        </li>
        <li>
          <code>blinding_level</code>: <code>full</code> or <code>label-replacement</code>; anything else means
          unblinded
        </li>
        <li>
          <code>delegated_unblind</code>: <code>true</code> where a blinded user of level 2 may unblind
        </li>
        <li>
          <code>delegated_study_packs</code>: <code>true</code> where a user of level 2 manages study packs
        </li>
      </ul>
      <Text>The sites of this trial:</Text>
      <ul>
        {sites
          .filter(({ is_deleted }) => !is_deleted)
          .map(({ id, title }) => (
            <li key={id}>
              <span className="identifier">{id}</span> {title}
            </li>
          ))}
      </ul>
    </>
  )
}
