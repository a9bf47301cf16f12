import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Announced } from '../../../ui/announced'
import classes from './label-generator.module.css'

type LabelPreviewProps = { pdf: Uint8Array<ArrayBuffer>; name: string; isMain: boolean }

/** A PDF on the screen, as it will be printed, with its download. */
export function LabelPreview({ pdf, name, isMain }: LabelPreviewProps) {
  const address = useBlobAddress(pdf)
  if (address === null) return null
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          component="a"
          href={address}
          download={name}
          size="lg"
          variant={isMain ? 'filled' : 'default'}
          leftSection={<IconDownload size={20} aria-hidden="true" />}
        >
          Download the PDF
        </Button>
        <Announced>
          <Text c="dimmed">Print at 100%, without fitting to the page.</Text>
        </Announced>
      </Group>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's own viewer of PDFs does not run in a sandbox; the bytes are the server's. */}
      <iframe src={`${address}${AS_WIDE_AS_THE_PAGE}`} title="Preview of the labels" className={classes['preview']} />
    </Stack>
  )
}

/** The settings with which the browsers' viewers open (PDF Open Parameters). */
const AS_WIDE_AS_THE_PAGE = '#navpanes=0&view=FitH'

/** The address of the bytes, as long as they are shown. */
const useBlobAddress = (pdf: Uint8Array<ArrayBuffer>): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([pdf], { type: 'application/pdf' }))
    // oxlint-disable-next-line react/set-state-in-effect -- the browser gives out the address, and takes it back when the bytes go.
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [pdf])
  return address
}
