import type { StudyPack } from '#contract/study-packs'
import { reason as reasonSchema } from '#contract/fields'
import type { Trial } from '#contract/trials'
import { Alert, Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconBarcode, IconPackageExport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { messageOf } from '../../../../api/failure'
import { participantQuery } from '../../../../api/participant-queries'
import { meQuery } from '../../../../api/session-queries'
import { canReachServer } from '../../../../offline/connection'
import { useConnectionFace } from '../../../../offline/use-connection'
import { formatClock } from '../../../../ui/format-time'
import { codeRefusal } from './dispense-attempt'
import classes from './dispense.module.css'
import { PackFacts } from './pack-facts'
import { SecondPerson } from './second-person'
import type { useDispense } from './use-dispense'

type DispenseFormProps = {
  trial: Trial
  pack: StudyPack
  today: string
  dispense: ReturnType<typeof useDispense>
  onAgain: () => void
}

const THREE_DIGITS = /^\d{3}$/

/** The right pack: whose it is, three digits from its label, why, and one deliberate press. */
export function DispenseForm({ trial, pack, today, dispense, onAgain }: DispenseFormProps) {
  const { attempt, press } = dispense
  const number = pack.participant?.trial_sequence_no
  const [code, setCode] = useState('')
  const [reason, setReason] = useState(`Dispensed to participant ${number}`)
  const [sentCode, setSentCode] = useState<string | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const me = useQuery(meQuery)
  const canReach = canReachServer(useConnectionFace())
  const first = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isSending = attempt.phase === 'sending'
  const refusal = attempt.phase === 'open' ? attempt.refusal : null
  const refusedCode = codeRefusal(attempt, formatClock)
  const missingCode = pack.is_confirmable && !THREE_DIGITS.test(code) ? 'Type the three digits from the label' : null
  const parsed = v.safeParse(reasonSchema, reason)
  const reasonFault = parsed.success ? null : parsed.issues[0].message
  const checker = pack.checked_by_user ?? null
  const isUnchecked = trial.is_dispense_checked && (checker === null || checker.id === me.data?.id)

  useEffect(() => (first.current ?? heading.current)?.focus({ preventScroll: true }), [])
  // The field was disabled while it was sent: the focus goes back to what was refused.
  useEffect(() => {
    if (refusal !== null) first.current?.select()
  }, [refusal])

  const submit = () => {
    setIsAsked(true)
    if (missingCode !== null) first.current?.focus()
    if (missingCode !== null || !parsed.success || isSending || isUnchecked || !canReach) return
    setSentCode(code)
    press({
      study_pack_id: pack.id,
      comment: parsed.output,
      ...(pack.is_confirmable ? { confirmation_code: code } : {}),
    })
  }

  return (
    <section className={classes['step']} aria-labelledby="pack-heading">
      <div className={classes['right']}>
        <Title order={2} id="pack-heading" ref={heading} tabIndex={-1} className={classes['pack']}>
          Pack <span className="identifier">{pack.pack_id}</span>
        </Title>
        <ForWhom trial={trial} pack={pack} />
      </div>
      <PackFacts trial={trial} pack={pack} today={today} />
      {trial.is_dispense_checked && <SecondPerson trial={trial} pack={pack} viewerId={me.data?.id ?? null} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="lg">
          {pack.is_confirmable && (
            <TextInput
              ref={first}
              label="Three digits on the label"
              size="xl"
              required
              inputMode="numeric"
              pattern="\d{3}"
              maxLength={3}
              autoComplete="off"
              classNames={{ root: classes['code'] ?? '', input: 'identifier' }}
              disabled={isSending}
              value={code}
              error={(code === sentCode ? refusedCode : null) ?? (isAsked ? missingCode : null)}
              onChange={(event) => setCode(event.currentTarget.value.replaceAll(/\D/g, ''))}
            />
          )}
          <Textarea
            label="Reason"
            required
            autosize
            minRows={1}
            maxLength={2000}
            disabled={isSending}
            value={reason}
            error={reasonFault ?? (refusal?.kind === 'refused' ? refusal.problem.fields?.['comment'] : null)}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {refusal !== null && refusedCode === null && (
            <Alert
              role="alert"
              color="red"
              icon={<IconAlertTriangle aria-hidden="true" />}
              title="The pack was not dispensed"
            >
              {messageOf(refusal)}
            </Alert>
          )}
          {!canReach && !isSending && (
            <Alert aria-live="polite" color="slate">
              The server cannot be reached just now. What you typed stays here.
            </Alert>
          )}
          <Group gap="sm">
            <Button
              type="submit"
              size="xl"
              leftSection={<IconPackageExport size={28} aria-hidden="true" />}
              loading={isSending}
              disabled={!isSending && (isUnchecked || !canReach)}
            >
              Dispense pack {pack.pack_id}
            </Button>
            <Button
              size="lg"
              variant="default"
              leftSection={<IconBarcode size={20} aria-hidden="true" />}
              disabled={isSending}
              onClick={onAgain}
            >
              Scan another pack
            </Button>
          </Group>
          <Text aria-live="polite">{isSending ? 'Sending. Keep this page open.' : ''}</Text>
        </Stack>
      </form>
    </section>
  )
}

/** Whom the pack is for, with the id that the ward knows, as soon as it is fetched. */
function ForWhom({ trial, pack }: { trial: Trial; pack: StudyPack }) {
  const { participant } = pack
  const known = useQuery({
    ...participantQuery(trial.id, participant?.id ?? 0),
    enabled: participant !== undefined && trial.is_participant_id_used,
  })
  if (participant === undefined) return null
  const id = known.data?.participant_id ?? null
  return (
    <Text className={classes['whom']} component="p">
      for participant <span className="identifier">{participant.trial_sequence_no}</span>
      {id !== null && (
        <>
          {' '}
          · ID <span className="identifier">{id}</span>
        </>
      )}
    </Text>
  )
}
