import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { decodeText } from '../../../../ui/csv/decode-text'

/** Outcomes as text: pasted, or read from a file of this device. */
export function OutcomesField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [fault, setFault] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const choose = async (file: File | null) => {
    if (file === null) return
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()))
    setChosen(chosen + 1)
    setFault(decoded.ok ? null : decoded.refusal)
    if (decoded.ok) onChange(decoded.value)
  }
  return (
    <Stack gap="xs">
      <Textarea
        label="Outcomes"
        description="CSV with the columns participant and outcome. Leave an outcome empty where it is missing."
        placeholder={PLACEHOLDER}
        minRows={4}
        maxRows={10}
        autosize
        value={text}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="sm">
        <FileButton key={chosen} accept=".csv,text/csv" onChange={(file) => void choose(file)}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconFileImport size={20} aria-hidden="true" />}>
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        <Text c="dimmed" size="sm">
          Without participant IDs, use the sequence number.
        </Text>
      </Group>
    </Stack>
  )
}

const PLACEHOLDER = 'participant,outcome\nP-001,12.5\nP-002,9'
