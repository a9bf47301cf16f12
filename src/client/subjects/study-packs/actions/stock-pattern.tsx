import { api } from '#contract/api'
import { Alert, List, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import * as v from 'valibot'
import { refusedFields } from '../../../api/refused-fields'
import { useWrittenInDialog } from '../../../action/action-dialog'

const reasonField = api.importStudyPacks.body.entries.acknowledge_pattern

/**
 * The server's message about the patterns that an action would make, and the reason to take it nevertheless. Once asked
 * for, the reason stays on the screen and is sent with every further try.
 */
export const useStockPattern = (error: unknown) => {
  const [text, setText] = useState('')
  useWrittenInDialog(text !== '')
  const [isRequested, setIsRequested] = useState(false)
  const refused = refusedFields(error)['acknowledge_pattern']
  const [patterns, setPatterns] = useState<readonly string[]>([])
  // Stored while rendering: the next try clears the error, and the patterns must stay.
  const sentences = refused?.split('; ')
  if (sentences !== undefined && sentences.join() !== patterns.join()) setPatterns(sentences)
  const parsed = v.safeParse(reasonField, text)
  const reason = parsed.success ? parsed.output : null
  return {
    patterns,
    text,
    write: setText,
    /** Whether the last try was refused only for want of a reason. */
    isRefusal: refused !== undefined,
    fault: isRequested && patterns.length > 0 && reason === null ? WANTED : null,
    /** The reason as it is sent; null where none is needed, undefined where it is missing: then its fault is shown. */
    ask: (): string | null | undefined => {
      setIsRequested(patterns.length > 0)
      return patterns.length > 0 && reason === null ? undefined : reason
    },
  }
}

const WANTED = 'Please enter a reason for doing it anyway'

/** The patterns by which packs would reveal their study groups after an action, and the field for the reason. */
export function StockPattern({ pattern }: { pattern: ReturnType<typeof useStockPattern> }) {
  const { patterns, text, write, fault } = pattern
  if (patterns.length === 0) return null
  return (
    <Alert
      color="amber"
      role="alert"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title="Nothing was changed: this may reveal study groups"
    >
      <List mb="sm">
        {patterns.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
      <Textarea
        label="Reason for doing it anyway"
        description="Recorded in the audit log. Or choose packs of every study group instead."
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={text}
        error={fault}
        onChange={(event) => write(event.currentTarget.value)}
      />
    </Alert>
  )
}
