import type { AuditLog } from '#contract/audit-logs'
import { AUDIT_TITLES } from '#domain/audit/audit-kind-words'
import { Stack, Text, Title } from '@mantine/core'
import { Definitions } from '../../ui/definitions'
import { Instant } from '../../ui/instant'
import { UserLink } from '../../record-links/user-link'
import { TrialLink } from '../../record-links/trial-link'
import { AuditChanges } from './audit-changes'
import { ReviewForm } from './review-form'
import { hasSubjects, SubjectLinks } from './subject-links'

/** The details of an entry: the reason, old and new values by field, and the findings of reviews. */
export function AuditDetail({ entry, zone }: { entry: AuditLog; zone: string }) {
  const { kind, role, reason, trial_id, is_cut, is_day_only, reviews } = entry
  return (
    <Stack gap="md" py="sm">
      <Definitions
        items={[
          ['Kind of action', AUDIT_TITLES[kind]],
          ['Role', role],
          ['Reason', reason],
          ...(trial_id === null
            ? []
            : [
                [
                  'Trial',
                  <TrialLink key="trial" trialId={trial_id}>
                    Open trial {trial_id}
                  </TrialLink>,
                ] as const,
              ]),
          ...(hasSubjects(entry) ? [['About', <SubjectLinks key="about" entry={entry} />] as const] : []),
        ]}
      />
      {is_cut && <Text>Some details are hidden because you are blinded in this trial.</Text>}
      {!is_day_only && <AuditChanges entry={entry} zone={zone} />}
      <Title order={2} size="h4">
        Reviews
      </Title>
      {reviews.length === 0 && <Text>No one has reviewed this entry yet.</Text>}
      {reviews.map(({ id, created_at, reviewed_by_user, finding }) => (
        <div key={id}>
          <Text c="dimmed">
            <UserLink user={reviewed_by_user} isInText />, <Instant at={created_at} zone={zone} />
          </Text>
          <Text>{finding ?? 'The finding is hidden because you are blinded in this trial.'}</Text>
        </div>
      ))}
      <ReviewForm entryId={entry.id} />
    </Stack>
  )
}
